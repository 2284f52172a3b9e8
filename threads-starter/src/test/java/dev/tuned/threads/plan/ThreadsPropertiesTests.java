/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;

import dev.tuned.threads.plan.ThreadsProperties.Async;
import dev.tuned.threads.plan.ThreadsProperties.Auto;
import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.Scheduling;
import dev.tuned.threads.plan.ThreadsProperties.Web;
import dev.tuned.threads.plan.ThreadsProperties.WebMode;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadsPropertiesTests {

    @Test
    void defaults() {
        assertDefaults(bind());
    }

    @Test
    void anEmptyValueIsTheDefault() {
        assertDefaults(bind(
                "tuned.threads.web.mode=",
                "tuned.threads.web.auto.max-concurrency=",
                "tuned.threads.async.mode=",
                "tuned.threads.async.max-concurrency=",
                "tuned.threads.async.reject-at-limit=",
                "tuned.threads.scheduling.mode="));
    }

    /** A group of properties is bound as a whole. */
    @Test
    void aValueLeavesItsNeighboursAtTheirDefaults() {
        assertThat(bind("tuned.threads.web.mode=auto").getWeb()).isEqualTo(new Web(WebMode.AUTO, new Auto(1_000)));
        assertThat(bind("tuned.threads.web.auto.max-concurrency=500").getWeb())
                .isEqualTo(new Web(WebMode.BOOT, new Auto(500)));
        assertThat(bind("tuned.threads.async.max-concurrency=8").getAsync()).isEqualTo(new Async(Mode.BOOT, 8, false));
        assertThat(bind("tuned.threads.async.reject-at-limit=true").getAsync())
                .isEqualTo(new Async(Mode.BOOT, 0, true));
    }

    /** Limits of requests are beside the mode, and are bound elsewhere. */
    @Test
    void limitsOfRequestsChangeNothing() {
        assertDefaults(bind("tuned.threads.web.max-concurrency=20", "tuned.threads.web.limit=pool"));
    }

    private static void assertDefaults(ThreadsProperties properties) {
        assertThat(properties.getWeb()).isEqualTo(new Web(WebMode.BOOT, new Auto(1_000)));
        assertThat(properties.getAsync()).isEqualTo(new Async(Mode.BOOT, 0, false));
        assertThat(properties.getScheduling()).isEqualTo(new Scheduling(Mode.BOOT));
    }

    private static ThreadsProperties bind(String... properties) {
        return Binder.get(Plans.environment(properties)).bindOrCreate("tuned.threads", ThreadsProperties.class);
    }
}
