/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.junit.jupiter.api.Test;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.OnUnsupported;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadsPropertiesTests {

    @Test
    void defaults() {
        ThreadsProperties properties = Plans.bind(ThreadsProperties.class);

        assertThat(properties.enabled()).isTrue();
        assertThat(properties.mode()).isEqualTo(Mode.AUTO);
        assertThat(properties.onUnsupported()).isEqualTo(OnUnsupported.WARN);
        assertThat(properties.async()).isEqualTo(new ThreadsProperties.Async(null, 0, null, OnSaturation.QUEUE));
        assertThat(properties.scheduling().mode()).isNull();
    }

    @Test
    void defaultsOfExecutors() {
        assertThat(Plans.bind(ThreadsProperties.class).executors()).isEmpty();
        assertThat(Plans.bind(ThreadsProperties.class, "tuned.threads.executors.reports.mode=inherit")
                        .executors()
                        .get("reports"))
                .isEqualTo(new ExecutorProperties(TargetMode.INHERIT, 0, null, OnSaturation.QUEUE, null, null))
                .extracting(ExecutorProperties::bound)
                .isEqualTo(Bound.NONE);
    }
}
