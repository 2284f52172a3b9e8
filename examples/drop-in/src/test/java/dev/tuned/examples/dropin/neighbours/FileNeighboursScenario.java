/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.EnumSet;
import java.util.Set;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;
import dev.tuned.examples.dropin.Starter;

/**
 * Static files past neighbours that share an application, with the threads starter alone. Each neighbour has to show that it acted,
 * and the starter's meters that files were sent by sendfile past it, or were left to stock and why.
 */
abstract class FileNeighboursScenario implements Scenario {

    private static final ClassPath FILES = ClassPath.of(
            "spring-boot-starter-webmvc",
            "spring-boot-starter-actuator",
            "io.micrometer:micrometer-registry-prometheus");

    /** An application with files, and what its neighbours need. */
    static Application files(Class<?> main, String... dependencies) {
        return Application.of(main, FILES.and(dependencies))
                .arguments(
                        "--spring.web.error.include-message=always",
                        "--management.endpoints.web.exposure.include=health,prometheus",
                        "--logging.file.name=app.log",
                        "--logging.threshold.console=OFF",
                        "--logging.pattern.file=%-5level %logger %msg%n%nopex");
    }

    /** Whether each neighbour gets all kinds of requests. */
    boolean inDetail() {
        return true;
    }

    /** Asks for what each neighbour gets. */
    abstract void use(Downloader downloader) throws Exception;

    @Override
    public Set<Starter> starters() {
        return EnumSet.of(Starter.THREADS);
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        Downloader downloader = new Downloader(application, recording, inDetail());
        use(downloader);
        application.served(downloader.served());
    }

    /** Boundaries between ranges are random, and with them the tags of answers that have several; errors have a time. */
    @Override
    public String normalize(String text) {
        String normalized = text.replaceAll("boundary=(?!<)[\\w-]+", "boundary=<boundary>");
        return normalized.contains("multipart/byteranges") || normalized.matches("(?s)HTTP/1.1 [45].*")
                ? normalized.replaceAll("ETag: \"0\\w+\"", "ETag: <tag>")
                : normalized;
    }
}
