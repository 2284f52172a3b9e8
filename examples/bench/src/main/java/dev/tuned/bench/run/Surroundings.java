/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;
import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.Machine;

/** Finds out where a run takes place. */
public final class Surroundings {

    private static final long GIT_SECONDS = 60;

    private Surroundings() {}

    /**
     * The machine.
     *
     * @param java the runtime of the services
     * @param jvmFlags the flags that they run with
     */
    public static Machine machine(String java, List<String> jvmFlags) {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                system.getTotalMemorySize() >> 20,
                String.join(" ", system.getName(), system.getVersion(), system.getArch()),
                java,
                String.join(" ", jvmFlags),
                System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")",
                Math.round(system.getSystemLoadAverage() * 100) / 100.0);
    }

    /** The commit that a repository stands on, with {@code -dirty} where files differ from it. */
    public static @Nullable String commit(Path root) {
        if (!Files.exists(root.resolve(".git"))) {
            return null;
        }
        return git(root, "rev-parse", "--short=12", "HEAD")
                .map(commit -> git(root, "status", "--porcelain", "--untracked-files=no")
                                .filter(String::isEmpty)
                                .isPresent()
                        ? commit
                        : commit + "-dirty")
                .orElse(null);
    }

    private static Optional<String> git(Path directory, String... arguments) {
        List<String> command =
                Stream.concat(Stream.of("git"), Stream.of(arguments)).toList();
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(GIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0
                    ? Optional.of(output)
                    : Optional.empty();
        } catch (IOException ex) {
            return Optional.empty();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
