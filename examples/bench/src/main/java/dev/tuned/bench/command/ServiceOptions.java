/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import dev.tuned.bench.compare.ServiceLoad;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.requests.RequestFile;
import dev.tuned.bench.requests.RequestFileException;

/** The options that compare and advise share: how a service is started and loaded, and where results go. */
final class ServiceOptions {

    private static final int MAX_CONNECTIONS = 10_000;
    private static final int MAX_WARM_UP = 600;
    private static final int MAX_RATE = 1_000_000;

    @Option(
            names = "--requests",
            paramLabel = "FILE",
            description = "The requests: a .http file as editors write them, or a .har file of a browser.")
    @Nullable
    Path requests;

    @Option(names = "--args", paramLabel = "ARGS", description = "Arguments of the service, or of both.")
    String args = "";

    @Option(names = "--jvm", paramLabel = "FLAGS", description = "Flags of its JVM, such as -Xmx512m.")
    String jvm = "";

    @Option(names = "--java", paramLabel = "PATH", description = "Its JDK. Default: the newest found.")
    @Nullable
    Path java;

    @Option(
            names = "--ready",
            paramLabel = "PATH",
            description = "What is answered with 200 by a service that is ready. Default: it answers at all.")
    String ready = "";

    @Option(
            names = "--ready-within",
            paramLabel = "SECONDS",
            description =
                    "How long --ready may be answered with another status before that is a failure. Default: ${DEFAULT-VALUE}.")
    int readyWithin = 60;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Connections of the load. Default: ${DEFAULT-VALUE}.")
    int connections = 16;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Requests per second that start whatever the service does. Default: as fast as answers come.")
    @Nullable
    Double rate;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "The longest warm-up; it ends when the service is warm. Default: ${DEFAULT-VALUE}.")
    int warmUp = 60;

    @Option(names = "--json", paramLabel = "FILE", description = "Where the results go.")
    @Nullable
    Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "Where a page of them goes.")
    @Nullable
    Path html;

    /**
     * Checks all but the requests and the JDK, which are read.
     *
     * @throws picocli.CommandLine.ParameterException naming what is wrong
     */
    void check(OptionChecks checks) {
        checks.between("--connections", connections, 1, MAX_CONNECTIONS);
        checks.between("--warm-up", warmUp, 1, MAX_WARM_UP);
        if (rate != null && !(rate >= 1 && rate <= MAX_RATE)) {
            throw checks.wrong("--rate", rate, "is not between 1 and 1,000,000");
        }
        checks.between("--ready-within", readyWithin, 1, MAX_WARM_UP);
        if (!ready.isEmpty() && !isPath(ready)) {
            throw checks.wrong("--ready", ready, "is not a path of a URL that begins with '/'");
        }
        Arguments.words(checks, "--jvm", jvm);
        Arguments.ofService(checks, "--args", args);
        if (requests != null) {
            checks.read("--requests", requests);
        }
        checks.writable("--json", json);
        checks.writable("--html", html);
    }

    private static boolean isPath(String text) {
        try {
            return text.startsWith("/") && new URI("http://localhost" + text).getHost() != null;
        } catch (URISyntaxException ex) {
            return false;
        }
    }

    /** How services are waited for, warmed up and loaded. */
    ServiceLoad load() {
        return new ServiceLoad(connections, rate, Duration.ofSeconds(warmUp), ready, Duration.ofSeconds(readyWithin));
    }

    /** The requests of the file. */
    List<FileRequest> read(OptionChecks checks) {
        if (requests == null) {
            throw checks.wrong("Missing required option: '--requests=FILE'");
        }
        try {
            return RequestFile.read(requests);
        } catch (RequestFileException ex) {
            throw checks.wrong(ex);
        }
    }

    /** Checks that a file can be started by {@code java -jar}. */
    static void executable(OptionChecks checks, String option, Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw checks.wrong(option, jar, Files.exists(jar) ? "is no file" : "is not there");
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            if (manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) == null) {
                throw checks.wrong(option, jar, "is no executable jar: its manifest names no Main-Class");
            }
        } catch (IOException ex) {
            throw checks.wrong(option, jar, "is no jar: " + Bench.message(ex));
        }
    }
}
