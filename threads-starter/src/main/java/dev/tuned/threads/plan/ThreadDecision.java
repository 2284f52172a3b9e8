/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.jspecify.annotations.Nullable;

/**
 * Kind of thread for one target, and why.
 *
 * @param target what runs on the threads: web, async or scheduling
 * @param virtual true for virtual threads, false for platform threads
 * @param reason the setting or the rule that decided
 * @param unsupported the setting that asks for virtual threads which this Java has not; null where there is none
 * @param fit how a pool of platform threads may fit the load; null where it stays as it is
 */
public record ThreadDecision(
        String target,
        boolean virtual,
        String reason,
        @Nullable String unsupported,
        @Nullable Fit fit) {

    /**
     * A pool of platform threads that fits the load.
     *
     * @param help what would help where requests wait for its threads; null where it may then open to virtual threads
     */
    public record Fit(@Nullable String help) {}

    /** Whether the pool may open to virtual threads while its requests wait. */
    public boolean mayOpen() {
        return fit != null && fit.help() == null;
    }

    /** Kind of thread, in a word. */
    public String kind() {
        return virtual ? "virtual" : "platform";
    }

    @Override
    public String toString() {
        return "%s %s (%s)".formatted(target, kind(), reason);
    }
}
