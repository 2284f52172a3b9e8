/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.process.JavaRuntime;
import dev.tuned.examples.beforeafter.scenario.Jvm;
import dev.tuned.examples.beforeafter.scenario.Selection;
import dev.tuned.examples.beforeafter.scenario.Variant;

/**
 * What a run is asked to do.
 *
 * @param selection what is measured
 * @param seconds that a run may take unless it is a full one
 * @param rounds the number of rounds, or {@code null} to fit them into the time
 * @param connections the number of connections, or {@code null} for each scenario's own
 * @param rate the rate of an open loop in requests per second, or {@code null} for a closed loop
 * @param java the runtime of the variants
 * @param jars the executable of each variant, at least of stock and of those selected
 * @param command the command line, for the record
 */
public record RunRequest(
        Selection selection,
        int seconds,
        @Nullable Integer rounds,
        @Nullable Integer connections,
        @Nullable Double rate,
        JavaRuntime java,
        Map<Variant, Path> jars,
        String command) {

    /** What a run takes unless another number of seconds was given. */
    public static final int DEFAULT_SECONDS = Budget.QUICK_SECONDS;

    /** The flags of the variants' JVMs, unless a scenario is about large bodies. */
    public List<String> jvmFlags() {
        return jvmFlags(Jvm.COMMON);
    }

    /** The flags of the variants' JVMs of a kind. */
    List<String> jvmFlags(Jvm jvm) {
        return jvm.flags(selection.full());
    }
}
