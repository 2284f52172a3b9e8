/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.List;

import org.junit.jupiter.api.Test;

import static dev.tuned.threads.plan.Plans.plan;
import static org.assertj.core.api.Assertions.assertThat;

class ThreadPlanTests {

    @Test
    void nothingSaidLetsTheWebFitTheLoadOnJava25() {
        ThreadPlan plan = plan(25);
        assertThat(plan.web()).hasToString("web platform (auto: virtual while requests wait)");
        assertThat(plan.async()).hasToString("async platform (default)");
        assertThat(plan.scheduling()).hasToString("scheduling platform (default)");
    }

    @Test
    void aLimitOfTomcatsThreadsIsKeptUnlessItMayBeExceeded() {
        for (String limit : List.of("server.tomcat.threads.max", "server.tomcat.threads.max-queue-capacity")) {
            ThreadDecision web = plan(25, limit + "=50").web();
            assertThat(web).hasToString("web platform (auto: limited by %s)".formatted(limit));
            assertThat(web.mayOpen()).isFalse();
            assertThat(plan(25, limit + "=50", "tuned.threads.web.exceed-threads-max=true")
                            .web()
                            .mayOpen())
                    .isTrue();
        }
        assertThat(plan(23).web().mayOpen()).isFalse();
        assertThat(plan(25, "tuned.threads.mode=platform").web().fit()).isNull();
        assertThat(plan(25, "spring.threads.virtual.enabled=false").web().fit()).isNull();
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
        assertThat(unset.differsFromBoot(unset.web())).isFalse();
        assertThat(unset.differsFromBoot(unset.async())).isFalse();
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
        assertThat(plan.executor("reports").decision())
                .hasToString("executor 'reports' platform (tuned.threads.executors.reports.mode=platform)");
        assertThat(plan.executor("mails").decision()).hasToString("executor 'mails' virtual (auto: Java 25)");
        assertThat(plan.executor("a.b").decision())
                .hasToString("executor 'a.b' virtual (tuned.threads.executors[a.b].mode=virtual)");
        assertThat(plan(17, "tuned.threads.executors.reports.mode=virtual", "tuned.threads.mode=virtual")
                        .unsupported())
                .isEqualTo("tuned.threads.mode=virtual, tuned.threads.executors.reports.mode=virtual: virtual threads"
                        + " for web, async, executor 'reports' need Java 21 or later; this is Java 17");
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
    void asyncFollowsTheModeOfAllOnlyIfThatIsSet() {
        assertThat(plan(25, "tuned.threads.mode=auto").async()).hasToString("async platform (default)");
        assertThat(plan(25, "tuned.threads.mode=virtual").async())
                .hasToString("async virtual (tuned.threads.mode=virtual)");
        assertThat(plan(25, "tuned.threads.async.mode=auto").async()).hasToString("async virtual (auto: Java 25)");
        assertThat(plan(25, "spring.threads.virtual.enabled=true").async())
                .hasToString("async virtual (spring.threads.virtual.enabled=true)");
    }

    @Test
    void nothingToWarnOfByDefault() {
        assertThat(plan(17).warnings()).isEmpty();
        assertThat(plan(25).warnings()).isEmpty();
        assertThat(plan(25, "tuned.threads.mode=virtual").warnings()).isEmpty();
    }

    @Test
    void virtualThreadsThatThisJavaHasNotAreWarnedOf() {
        assertThat(plan(17, "tuned.threads.web.mode=virtual").warnings())
                .containsExactly("tuned.threads.web.mode=virtual: virtual threads for web need Java 21 or later;"
                        + " this is Java 17; platform threads are used instead");
    }

    @Test
    void pinningBelowJava24IsWarnedOf() {
        assertThat(plan(21).warnings()).isEmpty();
        assertThat(plan(21, "tuned.threads.executors.reports.mode=virtual").warnings())
                .containsExactly("on Java 21 a virtual thread that blocks inside synchronized pins its carrier thread;"
                        + " Java 24 and later do not (JEP 491)");
    }
}
