/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.process.ProcFiles;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.Sockets;
import dev.tuned.bench.process.Variant;

/**
 * A service of a comparison as the options choose it: a jar to start, or the URL of one that runs.
 *
 * @param name {@code before} or {@code after}, the end of its options' names
 * @param file the jar, or {@code null}
 * @param fileOption the option of the jar where both services share it, otherwise empty
 * @param url the URL, or {@code null}
 * @param pid the process at the URL, or {@code null} where it is not known
 * @param args its own arguments, not those of both services
 * @param jvm its own flags of the JVM
 * @param java its own JDK, or {@code null}
 */
record ServiceChoice(
        String name,
        @Nullable Path file,
        String fileOption,
        @Nullable String url,
        @Nullable Long pid,
        String args,
        String jvm,
        @Nullable Path java) {

    private static final int MAX_PORT = 65_535;

    /** Whether the process can be measured, not only its answers. */
    boolean knowsProcess() {
        return url == null || pid != null;
    }

    boolean startsLike(ServiceChoice other) {
        return args.strip().equals(other.args.strip())
                && jvm.strip().equals(other.jvm.strip())
                && Objects.equals(java, other.java);
    }

    /** Checks that the options of a jar are not used for a URL, nor the other way round. */
    void check(OptionChecks checks) {
        if (url == null && pid != null) {
            throw checks.wrong("--" + name + "-pid", pid, "goes with --" + name + "-url");
        }
        if (url != null && !((args + jvm).isEmpty() && java == null)) {
            throw checks.wrong(
                    "--args-%1$s, --jvm-%1$s and --java-%1$s are for a service that is started here, not for a URL"
                            .formatted(name));
        }
    }

    /**
     * The variant of a run.
     *
     * @param common the options of both services
     * @throws picocli.CommandLine.ParameterException if the jar or the running service is not fit
     */
    Variant variant(OptionChecks checks, ServiceOptions common) {
        return file == null
                ? running(checks, String.valueOf(url))
                : started(checks, common, file)
                        .withJvmFlags(
                                Arguments.words(checks, "--jvm-" + name, jvm).toArray(String[]::new));
    }

    private Variant started(OptionChecks checks, ServiceOptions common, Path jar) {
        ServiceOptions.executable(checks, fileOption.isEmpty() ? "--" + name : fileOption, jar);
        return new Variant(
                        name,
                        jar.toAbsolutePath().normalize(),
                        Arguments.split(common.args),
                        Arguments.split(common.jvm),
                        java == null ? checks.runtime("--java", common.java) : checks.runtime("--java-" + name, java))
                .with(Arguments.ofService(checks, "--args-" + name, args).toArray(String[]::new));
    }

    private Variant running(OptionChecks checks, String address) {
        String option = "--" + name + "-url";
        String pidOption = "--" + name + "-pid";
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException ex) {
            throw checks.wrong(option, address, "is no URL: " + ex.getReason());
        }
        if ("https".equalsIgnoreCase(uri.getScheme())) {
            throw checks.wrong(
                    option,
                    address,
                    "asks over TLS, which is not supported: give the address that the service has without TLS, behind its proxy");
        }
        if (!"http".equalsIgnoreCase(uri.getScheme())
                || uri.getHost() == null
                || uri.getPort() > MAX_PORT
                || uri.getRawUserInfo() != null
                || uri.getRawQuery() != null
                || !uri.getPath().replace("/", "").isEmpty()) {
            throw checks.wrong(
                    option, address, "is no URL such as http://127.0.0.1:8080; paths come from the requests");
        }
        if (pid != null && ProcessHandle.of(pid).isEmpty()) {
            throw checks.wrong(pidOption, pid, "is no process of this machine");
        }
        if (pid != null && !ProcFiles.isJvm(pid)) {
            throw checks.wrong(pidOption, pid, "is no HotSpot JVM that this user can look at");
        }
        int port = uri.getPort() < 0 ? 80 : uri.getPort();
        if (pid != null && !Sockets.mayListen(pid, port)) {
            throw checks.wrong(
                    pidOption,
                    pid,
                    "does not listen on port " + port + " of " + option
                            + Sockets.listener(port)
                                    .map(other -> "; process " + other + " does")
                                    .orElse(""));
        }
        InetSocketAddress socket = new InetSocketAddress(uri.getHost(), port);
        if (socket.isUnresolved()) {
            throw checks.wrong(option, address, "has a host that is not known");
        }
        return Variant.running(name, new RunningService(socket, pid));
    }
}
