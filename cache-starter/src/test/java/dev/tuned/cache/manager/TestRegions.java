/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;

/** Managers of regions for tests that hold on both levels or without the second. */
public enum TestRegions {
    L1_ONLY,
    L1_AND_L2;

    static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** What the manager of a test stands on. */
    static final class Parts {

        final AtomicLong now = new AtomicLong();
        final FakeStore store = new FakeStore();

        @Nullable
        JavaType type = MAPPER.constructType(String.class);

        UnaryOperator<RegionSettings> settings = UnaryOperator.identity();
    }

    TunedCacheManager manager(Parts parts) {
        ManagerBuilder builder = ManagerBuilder.of(
                        name -> parts.settings.apply(Settings.plain()), name -> parts.type, MAPPER)
                .ticker(parts.now::get);
        return ((this == L1_AND_L2) ? builder.store(Settings.monitored(parts.store), "cache") : builder).build();
    }
}
