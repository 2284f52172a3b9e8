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
    void defaults() throws Exception {
        ThreadsProperties properties = Plans.bind(ThreadsProperties.class);

        assertThat(properties.getEnabled()).isTrue();
        assertThat(properties.getMode()).isEqualTo(Mode.AUTO);
        assertThat(properties.getOnUnsupported()).isEqualTo(OnUnsupported.WARN);
        assertThat(properties.getAsync().getMode()).isNull();
        assertThat(properties.getAsync().bound()).isEqualTo(Bound.NONE);
        assertThat(properties.getScheduling().getMode()).isNull();
    }

    @Test
    void defaultsOfExecutors() throws Exception {
        assertThat(Plans.bind(ThreadsProperties.class).getExecutors()).isEmpty();
        assertThat(Plans.bind(ThreadsProperties.class, "tuned.threads.executors.reports.mode=inherit")
                        .getExecutors()
                        .get("reports"))
                .isEqualTo(new ExecutorProperties(TargetMode.INHERIT, 0, null, OnSaturation.QUEUE, null, null))
                .extracting(ExecutorProperties::bound)
                .isEqualTo(Bound.NONE);
    }
}
