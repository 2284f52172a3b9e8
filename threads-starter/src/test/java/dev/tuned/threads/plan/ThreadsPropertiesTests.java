/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.OnUnsupported;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadsPropertiesTests {

    @Test
    void defaults() {
        ThreadsProperties properties = bind();

        assertThat(properties.getMode()).isEqualTo(Mode.AUTO);
        assertThat(properties.getOnUnsupported()).isEqualTo(OnUnsupported.WARN);
        assertThat(properties.getAsync().mode()).isNull();
        assertThat(properties.getAsync().executor().bound()).isEqualTo(Bound.NONE);
        assertThat(properties.getScheduling().mode()).isNull();
    }

    @Test
    void defaultsOfExecutors() {
        assertThat(bind().getExecutors()).isEmpty();
        assertThat(bind("tuned.threads.executors.reports.mode=inherit")
                        .getExecutors()
                        .get("reports"))
                .isEqualTo(new ExecutorProperties(TargetMode.INHERIT, 0, null, OnSaturation.QUEUE, null, null))
                .extracting(ExecutorProperties::bound)
                .isEqualTo(Bound.NONE);
    }

    private static ThreadsProperties bind(String... properties) {
        return Binder.get(Plans.environment(properties)).bindOrCreate("tuned.threads", ThreadsProperties.class);
    }
}
