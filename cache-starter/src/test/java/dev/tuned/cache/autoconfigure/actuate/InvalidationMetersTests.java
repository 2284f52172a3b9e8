/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.manager.ManagerBuilder;
import dev.tuned.cache.manager.TunedCacheManager;

import static org.assertj.core.api.Assertions.assertThat;

class InvalidationMetersTests {

    @Test
    void everyReasonForALossIsThereFromTheBeginning() {
        RegionSettings settings = Settings.plain();
        TunedCacheManager manager = ManagerBuilder.of(
                        name -> settings, name -> null, JsonMapper.builder().build())
                .build();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        NearCacheMeters.bindInvalidation(manager, registry);
        assertThat(registry.get("tuned.cache.invalidation.lost").functionCounters())
                .extracting(counter -> counter.getId().getTag("reason"))
                .containsExactlyInAnyOrder("gap", "reset", "regress", "jump", "outage", "undecodable");
        assertThat(registry.get("tuned.cache.invalidation.lost").functionCounters())
                .allSatisfy(
                        (FunctionCounter counter) -> assertThat(counter.count()).isZero());
        assertThat(registry.get("tuned.cache.invalidation.waiting").gauge().value())
                .isZero();
        assertThat(registry.get("tuned.cache.invalidation.age").timeGauge().value())
                .isNaN();
        manager.destroy();
    }
}
