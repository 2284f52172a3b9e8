/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.WebMode;

import static dev.tuned.threads.plan.Plans.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ThreadPlanTests {

    private static final String FLAG = "spring.threads.virtual.enabled=true";

    private static final String ASYNC = "tuned.threads.async.mode=";

    private static final String WEB = "tuned.threads.web.mode=";

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25})
    void nothingSetIsAsSpringBoot(int java) {
        for (ThreadPlan plan : new ThreadPlan[] {plan(java), plan(java, FLAG)}) {
            assertThat(plan.web()).isEqualTo(WebMode.BOOT);
            assertThat(plan.async()).isEqualTo(Mode.BOOT);
            assertThat(plan.asyncSettings().isLimited()).isFalse();
            assertThat(plan.scheduling()).isEqualTo(Mode.BOOT);
            assertThat(plan.differsFromBoot(Mode.BOOT)).isFalse();
            assertThat(plan.warnings()).isEmpty();
        }
    }

    @Test
    void targetsAreIndependent() {
        ThreadPlan plan = plan(25, WEB + "platform", ASYNC + "virtual", "tuned.threads.scheduling.mode=boot");
        assertThat(plan.web()).isEqualTo(WebMode.PLATFORM);
        assertThat(plan.async()).isEqualTo(Mode.VIRTUAL);
        assertThat(plan.scheduling()).isEqualTo(Mode.BOOT);
    }

    @ParameterizedTest
    @CsvSource({
        "17, false, BOOT, false, false",
        "17, true, BOOT, false, false",
        "17, true, PLATFORM, false, false",
        "25, false, BOOT, false, false",
        "25, false, PLATFORM, false, false",
        "25, false, VIRTUAL, true, true",
        "25, true, BOOT, true, false",
        "25, true, PLATFORM, false, true",
        "25, true, VIRTUAL, true, false"
    })
    void aModeIsVirtualOrNotWhateverBootsFlagSays(
            int java, boolean flag, Mode mode, boolean virtual, boolean differsFromBoot) {
        ThreadPlan plan = plan(java, "spring.threads.virtual.enabled=" + flag);
        assertThat(plan.runsVirtual(mode)).isEqualTo(virtual);
        assertThat(plan.differsFromBoot(mode)).isEqualTo(differsFromBoot);
    }

    @Test
    void virtualThreadsThatThisJavaHasNotAreWarnedOfAndPlatform() {
        ThreadPlan plan = plan(17, WEB + "virtual", ASYNC + "virtual", "tuned.threads.scheduling.mode=virtual");
        assertThat(plan.web()).isEqualTo(WebMode.PLATFORM);
        assertThat(plan.async()).isEqualTo(Mode.PLATFORM);
        assertThat(plan.scheduling()).isEqualTo(Mode.PLATFORM);
        assertThat(plan.warnings())
                .containsExactly(
                        "tuned.threads.web.mode, tuned.threads.async.mode, tuned.threads.scheduling.mode=virtual:"
                                + " virtual threads need Java 21 or later; this is Java 17; platform threads are used instead");
        assertThat(plan(17, ASYNC + "virtual").warnings())
                .singleElement()
                .asString()
                .startsWith("tuned.threads.async.mode=virtual: ");
    }

    @Test
    void autoPlatformAndBootsFlagNeedNoVirtualThreads() {
        ThreadPlan plan = plan(17, WEB + "auto", ASYNC + "platform", FLAG);
        assertThat(plan.web()).isEqualTo(WebMode.AUTO);
        assertThat(plan.warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {WEB, ASYNC, "tuned.threads.scheduling.mode="})
    void pinningBelowJava24IsWarnedOf(String property) {
        for (int java : new int[] {21, 23}) {
            assertThat(plan(java, property + "virtual").warnings())
                    .containsExactly(property
                            + "virtual: on Java %d a virtual thread that blocks inside synchronized pins its carrier thread;"
                                    .formatted(java)
                            + " Java 24 and later do not (JEP 491)");
        }
        assertThat(plan(24, property + "virtual").warnings()).isEmpty();
        assertThat(plan(21, property + "platform").warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "tuned.threads.web.auto.max-concurrency, 199, 'It is below 200, the size of the pool. Write '",
        "tuned.threads.web.auto.max-concurrency, -1, 'It is below 200, the size of the pool. Write '",
        "tuned.threads.async.max-concurrency, -1, It is negative. Write "
    })
    void aNumberThatCannotBeUsedIsNamedWithItsReason(String property, int number, String reason) {
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(() -> plan(25, property + "=" + number))
                .withMessageContaining("Property %s with value '%d' is invalid: %s", property, number, reason);
    }
}
