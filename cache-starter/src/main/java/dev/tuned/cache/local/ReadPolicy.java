/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import dev.tuned.cache.RegionSettings;

/**
 * What a read may do beside serving a fresh entry and loading on its caller's thread.
 *
 * @param refreshAhead whether it starts a reload in the background of an entry that is fresh, but due
 * @param stale whether it may be answered with a stale copy, while that is reloaded in the background or cannot be
 */
public record ReadPolicy(boolean refreshAhead, boolean stale) {

    /** Loaders are the cache's to call, whenever it likes. */
    public static ReadPolicy ofNearCache(RegionSettings settings) {
        return new ReadPolicy(
                settings.getL1().refreshAheadOrDefault() > 0,
                !settings.staleIfErrorOrDefault().isZero());
    }

    /** Annotated methods run without their caller's thread only where the application has set that itself. */
    public static ReadPolicy ofAnnotatedMethods(RegionSettings settings) {
        ReadPolicy nearCache = ofNearCache(settings);
        return new ReadPolicy(
                settings.getL1().getRefreshAhead() != null && nearCache.refreshAhead(),
                settings.getStaleIfError() != null && nearCache.stale());
    }
}
