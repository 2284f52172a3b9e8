/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.process.JavaRuntime;
import dev.tuned.examples.beforeafter.scenario.Selection;
import dev.tuned.examples.beforeafter.scenario.Variant;

/**
 * What a run is asked to do.
 *
 * @param selection what is measured
 * @param rounds the number of rounds, or {@code null} to fit them into the time
 * @param connections the number of connections, or {@code null} for each scenario's own
 * @param rate the rate of an open loop in requests per second, or {@code null} for a closed loop
 * @param java the runtime of the variants
 * @param jars the executable of each variant, at least of stock and of those selected
 * @param command the command line, for the record
 */
public record RunRequest(
        Selection selection,
        @Nullable Integer rounds,
        @Nullable Integer connections,
        @Nullable Double rate,
        JavaRuntime java,
        Map<Variant, Path> jars,
        String command) {

    /** The heap is fixed so that no variant's collector gets more room than another's. */
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m");

    /**
     * The flags of every variant's JVM. A quick run keeps to the C1 compiler: with C2 a process needs minutes until its
     * costs stop falling, and two identical ones measured before that were seen to differ by 25 %.
     */
    public List<String> jvmFlags() {
        return selection.full()
                ? HEAP
                : Stream.concat(HEAP.stream(), Stream.of("-XX:TieredStopAtLevel=1"))
                        .toList();
    }
}
