/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

import dev.tuned.threads.plan.ExecutorProperties;
import dev.tuned.threads.plan.ThreadsAutoConfiguration;
import dev.tuned.threads.plan.ThreadsProperties;

import static org.assertj.core.api.Assertions.assertThat;

class ExecutorRuntimeHintsTests {

    /** Early, too: before there are beans of them. */
    @Test
    void whatIsBoundCanBeBoundInANativeImage() {
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("com.example", "Application")), new InMemoryGeneratedFiles());
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(ThreadsAutoConfiguration.class, ThreadsExecutorAutoConfiguration.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        }

        for (Class<?> type : new Class<?>[] {ThreadsProperties.class, ExecutorProperties.class}) {
            assertThat(RuntimeHintsPredicates.reflection()
                            .onType(type)
                            .withAnyMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                            .or(RuntimeHintsPredicates.reflection()
                                    .onConstructorInvocation(type.getDeclaredConstructors()[0])))
                    .as(type.getName())
                    .accepts(generation.getRuntimeHints());
        }
    }
}
