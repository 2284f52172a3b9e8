/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import dev.tuned.cache.RegionSettings.Annotated;
import dev.tuned.cache.RegionSettings.Local;
import dev.tuned.cache.RegionSettings.Remote;

/** Settings for tests: the defaults, but without chance, refreshes and stale values. */
public final class Settings {

    private Settings() {}

    public static RegionSettings plain() {
        return new RegionSettings(
                "products",
                new Local(10_000, Duration.ofSeconds(60), 0, 0),
                new Remote(true, Duration.ofMinutes(10), Duration.ofMillis(50), Duration.ofMillis(250), null, 1),
                Duration.ZERO,
                new Annotated(true, true),
                Duration.ofSeconds(5),
                null,
                1,
                null);
    }

    public static RegionSettings with(RegionSettings base, Local local) {
        return new RegionSettings(
                base.name(),
                local,
                base.remote(),
                base.staleIfError(),
                base.annotated(),
                base.negativeTtl(),
                base.valueType(),
                base.schemaVersion(),
                base.taskDecorator());
    }

    public static RegionSettings with(RegionSettings base, Remote remote) {
        return new RegionSettings(
                base.name(),
                base.local(),
                remote,
                base.staleIfError(),
                base.annotated(),
                base.negativeTtl(),
                base.valueType(),
                base.schemaVersion(),
                base.taskDecorator());
    }

    public static RegionSettings withTimes(RegionSettings base, Duration staleIfError, Duration negativeTtl) {
        return new RegionSettings(
                base.name(),
                base.local(),
                base.remote(),
                staleIfError,
                base.annotated(),
                negativeTtl,
                base.valueType(),
                base.schemaVersion(),
                base.taskDecorator());
    }
}
