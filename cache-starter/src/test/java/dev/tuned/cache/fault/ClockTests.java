/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

class ClockTests {

    /**
     * So a clock that is set has no effect on how long something is kept or waited for. Couchbase tells by the time of day when a document
     * expires: what was read from there may be kept longer or shorter, until its TTL in memory. A new counter begins with it.
     */
    @Test
    void nothingReadsTheTimeOfDay() throws IOException {
        String here =
                getClass().getProtectionDomain().getCodeSource().getLocation().toString();
        int count = 0;
        for (Resource type :
                new PathMatchingResourcePatternResolver().getResources("classpath*:dev/tuned/cache/**/*.class")) {
            String location = type.getURL().toString();
            if (!location.startsWith(here) && !location.matches(".*/Couchbase(NearCache|Documents)\\.class")) {
                assertThat(type.getContentAsString(StandardCharsets.ISO_8859_1))
                        .as(location)
                        .doesNotContain("currentTimeMillis", "java/time/Clock", "java/util/Date", "java/time/Instant");
                count++;
            }
        }
        assertThat(count).isGreaterThan(10);
    }
}
