/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.run.Site;

/**
 * Starts an executable jar with what the JVM remembers of a training run: an AOT cache on Java 25 and later, a class
 * data archive on older ones. Both need the jar's libraries as files, so they are extracted first. Kept beside the jar
 * in a directory {@code NAME-fast-JAVA-FLAGS}, since neither serves a JVM with other flags, and made again when the jar
 * has changed.
 *
 * @param java the runtime
 * @param jar the executable jar
 * @param jvmFlags the flags that every launch has; they must be the same in the training
 */
public record FastLaunch(JavaRuntime java, Path jar, List<String> jvmFlags) {

    private static final int FIRST_WITH_AOT_CACHE = 25;
    private static final long EXTRACT_SECONDS = 300;

    /** What a service does to be trained. */
    public interface Training {

        void serve(ServiceProcess service) throws IOException, InterruptedException;
    }

    /**
     * Trains, unless that was done for this build. It is no part of a run's time.
     *
     * @param arguments those of the service
     * @param readyPath the path that it answers with status 200 when it is ready
     */
    public void train(Site site, List<String> arguments, String readyPath, Training training)
            throws IOException, InterruptedException {
        try (FileChannel channel = FileChannel.open(lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid() || !needsTraining()) {
                return;
            }
            site.listener()
                    .announced(
                            "training fast launches of %s with %s: up to a minute, once for each build, no part of the run's time"
                                    .formatted(jar.getFileName(), String.join(" ", jvmFlags)));
            String name = "training-" + jar.getFileName().toString().replace(".jar", "");
            Path directory = Files.createDirectories(site.work().resolve(name));
            Variant variant = prepareTraining(name, site.children())
                    .with(arguments.toArray(String[]::new))
                    .with(site.environment().argumentsFor(name).toArray(String[]::new));
            try (ServiceProcess service = ServiceProcess.start(variant, directory, site.children())) {
                service.awaitReady(readyPath, ServiceProcess.READY_TIMEOUT, site.listener()::announced);
                training.serve(service);
            }
            trained();
        }
    }

    /** A variant that is launched fast. */
    public Variant variant(Variant variant) {
        return launch(variant.name()).with(variant.arguments().toArray(String[]::new));
    }

    /** Whether a training run is needed. */
    boolean needsTraining() throws IOException {
        return !Files.exists(cache()) || !key().equals(readKey());
    }

    /** A launch that uses the result of the training. */
    public Variant launch(String name) {
        return launch(name, usesAotCache() ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=");
    }

    /**
     * Extracts the jar's libraries and returns the launch for the training run; when its process has ended,
     * {@link #trained()} must be called.
     */
    Variant prepareTraining(String name, Children children) throws IOException, InterruptedException {
        Shell.run("rm", "-rf", layout().toString());
        Process extract = children.start(new ProcessBuilder(
                        java.java().toString(),
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--destination",
                        layout().toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD));
        boolean ended = extract.waitFor(EXTRACT_SECONDS, TimeUnit.SECONDS);
        children.stop(extract);
        if (!ended || extract.exitValue() != 0) {
            throw new IOException(jar + " could not be extracted: is it an executable jar of Spring Boot?");
        }
        return launch(name, usesAotCache() ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=");
    }

    private Variant launch(String name, String flagOfCache) {
        return new Variant(name, layout().resolve(jar.getFileName()), List.of(), jvmFlags, java)
                .withJvmFlags(flagOfCache + cache());
    }

    /**
     * Remembers what was trained.
     *
     * @throws IOException if the training run left nothing
     */
    void trained() throws IOException {
        if (!Files.exists(cache())) {
            throw new IOException("the training run of " + jar + " left no " + cache());
        }
        Files.writeString(keyFile(), key());
    }

    private boolean usesAotCache() {
        return java.version().feature() >= FIRST_WITH_AOT_CACHE;
    }

    /** A file that is locked while somebody trains, since several programs may use the same jar. */
    private Path lockFile() {
        return layout().resolveSibling(layout().getFileName() + ".lock");
    }

    private Path layout() {
        String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
        return jar.resolveSibling("%s-fast-%d-%s"
                .formatted(
                        name,
                        java.version().feature(),
                        checksum(String.join(" ", jvmFlags).getBytes(StandardCharsets.UTF_8))));
    }

    private Path cache() {
        return layout().resolve(usesAotCache() ? "launch.aot" : "launch.jsa");
    }

    private Path keyFile() {
        return layout().resolve("key");
    }

    private String key() throws IOException {
        // A reproducible build gives every jar the same time and often the same size.
        return java.describe() + "\n" + checksum(Files.readAllBytes(jar));
    }

    private static String checksum(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return Long.toHexString(checksum.getValue());
    }

    private String readKey() throws IOException {
        return Files.exists(keyFile()) ? Files.readString(keyFile()) : "";
    }
}
