/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import org.jspecify.annotations.Nullable;

import dev.tuned.bench.process.Shell;
import dev.tuned.bench.result.Machine;

/** Finds out where a run takes place. */
public final class Surroundings {

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
        try {
            // Warnings come before it.
            return Shell.run(
                            "git",
                            "-C",
                            root.toString(),
                            "describe",
                            "--always",
                            "--dirty",
                            "--abbrev=12",
                            "--exclude=*")
                    .lines()
                    .reduce("", (before, last) -> last);
        } catch (IOException ex) {
            return null;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
