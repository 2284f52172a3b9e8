/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.junit.jupiter.api.Test;

import static dev.tuned.threads.autoconfigure.Plans.plan;
import static org.assertj.core.api.Assertions.assertThat;

class ThreadPlanTests {

    @Test
    void nothingSaidMakesWebAndAsyncVirtualOnJava25() {
        ThreadPlan plan = plan(25);
        assertThat(plan.web()).hasToString("web virtual (auto: Java 25)");
        assertThat(plan.async()).hasToString("async virtual (auto: Java 25)");
        assertThat(plan.scheduling()).hasToString("scheduling platform (default)");
    }

    @Test
    void targetsAreIndependent() {
        ThreadPlan plan = plan(
                25,
                "tuned.threads.web.mode=platform",
                "tuned.threads.async.mode=virtual",
                "tuned.threads.scheduling.mode=inherit");
        assertThat(plan.web()).hasToString("web platform (tuned.threads.web.mode=platform)");
        assertThat(plan.async()).hasToString("async virtual (tuned.threads.async.mode=virtual)");
        assertThat(plan.scheduling()).hasToString("scheduling virtual (auto: Java 25)");
    }

    @Test
    void differsFromBootWhereTheKindDiffers() {
        ThreadPlan unset = plan(25);
        assertThat(unset.differsFromBoot(unset.web())).isTrue();
        assertThat(unset.differsFromBoot(unset.scheduling())).isFalse();
        ThreadPlan virtual = plan(25, "spring.threads.virtual.enabled=true", "tuned.threads.async.mode=platform");
        assertThat(virtual.differsFromBoot(virtual.web())).isFalse();
        assertThat(virtual.differsFromBoot(virtual.async())).isTrue();
        assertThat(virtual.differsFromBoot(virtual.scheduling())).isFalse();
    }

    @Test
    void unsupportedNamesSettingTargetsJavaFoundAndJavaNeeded() {
        assertThat(plan(17, "tuned.threads.mode=virtual").unsupported())
                .isEqualTo("tuned.threads.mode=virtual: virtual threads for web, async need Java 21 or later;"
                        + " this is Java 17");
        assertThat(plan(17, "tuned.threads.web.mode=virtual", "tuned.threads.scheduling.mode=virtual")
                        .unsupported())
                .isEqualTo("tuned.threads.web.mode=virtual, tuned.threads.scheduling.mode=virtual: virtual threads"
                        + " for web, scheduling need Java 21 or later; this is Java 17");
        assertThat(plan(17, "spring.threads.virtual.enabled=true").unsupported())
                .isEqualTo("spring.threads.virtual.enabled=true: virtual threads for web, async, scheduling"
                        + " need Java 21 or later; this is Java 17");
    }

    @Test
    void namedExecutorsAreDecidedOneByOne() {
        ThreadPlan plan = plan(
                25,
                "tuned.threads.executors.reports.mode=platform",
                "tuned.threads.executors.mails.max-concurrency=1",
                "tuned.threads.executors[a.b].mode=virtual");
        assertThat(plan.executor("reports"))
                .hasToString("executor 'reports' platform (tuned.threads.executors.reports.mode=platform)");
        assertThat(plan.executor("mails")).hasToString("executor 'mails' virtual (auto: Java 25)");
        assertThat(plan.executor("a.b"))
                .hasToString("executor 'a.b' virtual (tuned.threads.executors[a.b].mode=virtual)");
        assertThat(plan(17, "tuned.threads.executors.reports.mode=virtual", "tuned.threads.mode=virtual")
                        .unsupported())
                .isEqualTo("tuned.threads.mode=virtual, tuned.threads.executors.reports.mode=virtual: virtual threads"
                        + " for web, async, executor 'reports' need Java 21 or later; this is Java 17");
        assertThat(plan(21, "tuned.threads.executors.reports.mode=virtual").pinsOnSynchronized())
                .isTrue();
    }

    @Test
    void autoIsNeverUnsupported() {
        assertThat(plan(17).unsupported()).isNull();
        assertThat(plan(17, "tuned.threads.web.mode=auto", "tuned.threads.scheduling.mode=auto")
                        .unsupported())
                .isNull();
        assertThat(plan(21, "tuned.threads.mode=virtual").unsupported()).isNull();
    }

    @Test
    void virtualThreadsPinOnSynchronizedBelowJava24() {
        assertThat(plan(21, "tuned.threads.mode=virtual").pinsOnSynchronized()).isTrue();
        assertThat(plan(21).pinsOnSynchronized()).isFalse();
        assertThat(plan(17, "tuned.threads.mode=virtual").pinsOnSynchronized()).isFalse();
        assertThat(plan(24, "tuned.threads.mode=virtual").pinsOnSynchronized()).isFalse();
    }
}
