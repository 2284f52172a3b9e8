/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

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

    /** Whether a training run is needed. */
    public boolean needsTraining() throws IOException {
        return !Files.exists(cache()) || !key().equals(readKey());
    }

    /** A launch that uses the result of the training. */
    public Launch launch(String name) {
        return launch(name, usesAotCache() ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=");
    }

    /**
     * Extracts the jar's libraries and returns the launch for the training run; when its process has ended,
     * {@link #trained()} must be called.
     */
    public Launch prepareTraining(String name, Children children) throws IOException, InterruptedException {
        Directories.delete(layout());
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

    private Launch launch(String name, String flagOfCache) {
        return Launch.jar(name, java.java(), jvmFlags, layout().resolve(jar.getFileName()))
                .withJvmFlags(List.of(flagOfCache + cache()));
    }

    /**
     * Remembers what was trained.
     *
     * @throws IOException if the training run left nothing
     */
    public void trained() throws IOException {
        if (!Files.exists(cache())) {
            throw new IOException("the training run of " + jar + " left no " + cache());
        }
        Files.writeString(keyFile(), key());
    }

    private boolean usesAotCache() {
        return java.version().feature() >= FIRST_WITH_AOT_CACHE;
    }

    /** A file that is locked while somebody trains, since several programs may use the same jar. */
    public Path lockFile() {
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
