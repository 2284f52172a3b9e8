/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import dev.tuned.cache.RegionSettings.Local;
import dev.tuned.cache.RegionSettings.Remote;
import dev.tuned.cache.RegionSettings.SingleFlight;

/** Settings for tests: the defaults, but without chance, refreshes and stale values. */
public final class Settings {

    private Settings() {}

    public static RegionSettings plain() {
        return new RegionSettings(
                "products",
                new Local(10_000, Duration.ofSeconds(60), 0, 0),
                new Remote(true, Duration.ofMinutes(10), Duration.ofMillis(50), Duration.ofMillis(250), 0, null),
                Duration.ZERO,
                Duration.ofSeconds(5),
                null,
                1,
                false,
                new SingleFlight(false, Duration.ofSeconds(2)));
    }

    public static RegionSettings with(RegionSettings base, Local local) {
        return new RegionSettings(
                base.name(),
                local,
                base.remote(),
                base.staleIfError(),
                base.negativeTtl(),
                base.valueType(),
                base.schemaVersion(),
                base.copyOnRead(),
                base.singleFlight());
    }

    public static RegionSettings with(RegionSettings base, Remote remote) {
        return new RegionSettings(
                base.name(),
                base.local(),
                remote,
                base.staleIfError(),
                base.negativeTtl(),
                base.valueType(),
                base.schemaVersion(),
                base.copyOnRead(),
                base.singleFlight());
    }

    public static RegionSettings withTimes(RegionSettings base, Duration staleIfError, Duration negativeTtl) {
        return new RegionSettings(
                base.name(),
                base.local(),
                base.remote(),
                staleIfError,
                negativeTtl,
                base.valueType(),
                base.schemaVersion(),
                base.copyOnRead(),
                base.singleFlight());
    }
}
