/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

import static org.assertj.core.api.Assertions.assertThat;

/** The semantics: Boot's flag, tuned.threads.mode, the target's mode and the Java, against kind of thread and reason. */
class ThreadRulesTests {

    @ParameterizedTest(name = "flag {0}, mode {1}, async.mode {2}, Java {3}: {4}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # flag | mode     | target   | Java | decision
            # nothing said: virtual from Java 24 on
            -      | AUTO     | INHERIT  | 17   | async platform (auto: Java 17, virtual from 24)
            -      | AUTO     | INHERIT  | 21   | async platform (auto: Java 21, virtual from 24)
            -      | AUTO     | INHERIT  | 23   | async platform (auto: Java 23, virtual from 24)
            -      | AUTO     | INHERIT  | 24   | async virtual (auto: Java 24)
            -      | AUTO     | INHERIT  | 25   | async virtual (auto: Java 25)
            -      | AUTO     | AUTO     | 17   | async platform (auto: Java 17, virtual from 24)
            -      | AUTO     | AUTO     | 25   | async virtual (auto: Java 25)
            # Boot's flag wins over auto
            true   | AUTO     | INHERIT  | 21   | async virtual (spring.threads.virtual.enabled=true)
            true   | AUTO     | INHERIT  | 25   | async virtual (spring.threads.virtual.enabled=true)
            true   | AUTO     | INHERIT  | 17   | async platform (spring.threads.virtual.enabled=true needs Java 21, this is Java 17)
            false  | AUTO     | INHERIT  | 25   | async platform (spring.threads.virtual.enabled=false)
            false  | AUTO     | AUTO     | 25   | async platform (spring.threads.virtual.enabled=false)
            true   | AUTO     | AUTO     | 21   | async virtual (spring.threads.virtual.enabled=true)
            # an explicit mode of ours wins over Boot's flag
            true   | PLATFORM | INHERIT  | 25   | async platform (tuned.threads.mode=platform)
            false  | VIRTUAL  | INHERIT  | 25   | async virtual (tuned.threads.mode=virtual)
            false  | VIRTUAL  | INHERIT  | 21   | async virtual (tuned.threads.mode=virtual)
            -      | VIRTUAL  | INHERIT  | 17   | async platform (tuned.threads.mode=virtual needs Java 21, this is Java 17)
            -      | PLATFORM | INHERIT  | 25   | async platform (tuned.threads.mode=platform)
            # the target's own mode wins over both
            true   | VIRTUAL  | PLATFORM | 25   | async platform (tuned.threads.async.mode=platform)
            false  | PLATFORM | VIRTUAL  | 25   | async virtual (tuned.threads.async.mode=virtual)
            false  | PLATFORM | VIRTUAL  | 21   | async virtual (tuned.threads.async.mode=virtual)
            -      | AUTO     | VIRTUAL  | 20   | async platform (tuned.threads.async.mode=virtual needs Java 21, this is Java 20)
            -      | PLATFORM | AUTO     | 25   | async virtual (auto: Java 25)
            -      | VIRTUAL  | AUTO     | 21   | async platform (auto: Java 21, virtual from 24)
            false  | VIRTUAL  | AUTO     | 25   | async platform (spring.threads.virtual.enabled=false)
            # no mode of the target's: as Boot has it
            -      | AUTO     | -        | 25   | async platform (default)
            -      | VIRTUAL  | -        | 25   | async platform (default)
            true   | AUTO     | -        | 25   | async virtual (spring.threads.virtual.enabled=true)
            true   | PLATFORM | -        | 25   | async virtual (spring.threads.virtual.enabled=true)
            false  | VIRTUAL  | -        | 25   | async platform (spring.threads.virtual.enabled=false)
            true   | AUTO     | -        | 17   | async platform (spring.threads.virtual.enabled=true needs Java 21, this is Java 17)
            """)
    void decides(@Nullable Boolean flag, Mode mode, @Nullable TargetMode target, int java, String decision) {
        assertThat(new ThreadRules(flag, mode, java).decide("async", target)).hasToString(decision);
    }

    @ParameterizedTest(name = "flag {0}, mode {1}, web.mode {2}, Java {3}: {4}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            -      | AUTO     | INHERIT  | 17   | web platform (auto: Java 17, virtual from 24)
            -      | AUTO     | INHERIT  | 23   | web platform (auto: Java 23, virtual from 24)
            -      | AUTO     | INHERIT  | 24   | web platform (auto: virtual while requests wait)
            -      | PLATFORM | AUTO     | 25   | web platform (auto: virtual while requests wait)
            true   | AUTO     | AUTO     | 25   | web virtual (spring.threads.virtual.enabled=true)
            false  | AUTO     | INHERIT  | 25   | web platform (spring.threads.virtual.enabled=false)
            -      | VIRTUAL  | INHERIT  | 25   | web virtual (tuned.threads.mode=virtual)
            -      | AUTO     | PLATFORM | 25   | web platform (tuned.threads.web.mode=platform)
            """)
    void requestsFitTheLoad(@Nullable Boolean flag, Mode mode, TargetMode target, int java, String decision) {
        assertThat(new ThreadRules(flag, mode, java).decideWeb(target, List.of()))
                .hasToString(decision);
    }

    @Test
    void onlyAVirtualModeOnJavaWithoutVirtualThreadsIsUnsupported() {
        for (Mode mode : Mode.values()) {
            for (TargetMode target : TargetMode.values()) {
                for (int java : new int[] {17, 20, 21, 23, 24, 25}) {
                    boolean asked =
                            target == TargetMode.VIRTUAL || (target == TargetMode.INHERIT && mode == Mode.VIRTUAL);
                    ThreadDecision decision = new ThreadRules(null, mode, java).decide("web", target);
                    assertThat(decision.unsupported() != null)
                            .as("%s %s %s", mode, target, java)
                            .isEqualTo(asked && java < 21);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"true,21,true", "true,17,false", "false,25,false", "-,25,false"})
    void bootIsVirtualByItsFlagOnJava21(@Nullable Boolean flag, int java, boolean virtual) {
        assertThat(new ThreadRules(flag, Mode.AUTO, java).bootIsVirtual()).isEqualTo(virtual);
    }
}
