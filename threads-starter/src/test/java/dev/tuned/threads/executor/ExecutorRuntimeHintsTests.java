/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import static org.assertj.core.api.Assertions.assertThat;

class ExecutorRuntimeHintsTests {

    /** There are no beans of them, from which Spring would know. */
    @Test
    void whatIsBoundEarlyCanBeBound() throws Exception {
        RuntimeHints hints = new RuntimeHints();

        new ExecutorRuntimeHints().registerHints(hints, getClass().getClassLoader());

        for (Class<?> type : new Class<?>[] {ExecutorsProperties.class, ExecutorProperties.class}) {
            assertThat(RuntimeHintsPredicates.reflection()
                            .onType(type)
                            .withAnyMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                            .or(RuntimeHintsPredicates.reflection()
                                    .onConstructorInvocation(type.getDeclaredConstructors()[0])))
                    .as(type.getName())
                    .accepts(hints);
        }
    }
}
