/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import org.jspecify.annotations.Nullable;

/**
 * How far the warm-up from one source is.
 *
 * @param source the class of the source
 * @param region the region it fills, {@code null} while it was not asked
 * @param state what it is doing
 * @param keys keys the source named so far, each counted once
 * @param found of these, keys that one of the levels had
 * @param loaded of these, keys whose value the source loaded
 * @param leftOut of these, keys for which the source had no value
 * @param failed of these, keys whose load failed
 * @param firstFailure what failed first, {@code null} if nothing did
 */
public record WarmUpProgress(
        String source,
        @Nullable String region,
        State state,
        long keys,
        long found,
        long loaded,
        long leftOut,
        long failed,
        @Nullable String firstFailure) {

    /** What a warm-up is doing. */
    public enum State {

        /** Not begun. */
        WAITING,

        /** Reading keys and values. */
        RUNNING,

        /** All keys were tried. */
        DONE,

        /** The source itself failed, or names a region that nobody uses. */
        FAILED,

        /** The time was up, or the application ended, before all keys were tried. */
        STOPPED
    }
}
