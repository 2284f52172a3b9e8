/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.junit.jupiter.api.Test;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.plan.Plans;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

import static org.assertj.core.api.Assertions.assertThat;

class ExecutorsPropertiesTests {

    @Test
    void defaults() {
        ExecutorsProperties properties = Plans.bind(ExecutorsProperties.class);
        assertThat(properties.executors()).isEmpty();
        assertThat(Plans.bind(ExecutorsProperties.class, "tuned.threads.executors.reports.mode=inherit")
                        .executors()
                        .get("reports"))
                .isEqualTo(new ExecutorProperties(TargetMode.INHERIT, 0, null, OnSaturation.QUEUE, null, null))
                .extracting(ExecutorProperties::bound)
                .isEqualTo(Bound.NONE);
    }
}
