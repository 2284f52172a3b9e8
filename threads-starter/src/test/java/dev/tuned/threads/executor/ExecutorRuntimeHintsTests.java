/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

import dev.tuned.threads.autoconfigure.ThreadsAutoConfiguration;
import dev.tuned.threads.plan.ThreadsProperties;

import static org.assertj.core.api.Assertions.assertThat;

class ExecutorRuntimeHintsTests {

    /** Early, too: before there are beans of them. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                ThreadsProperties.class,
                ThreadsProperties.Web.class,
                ThreadsProperties.Auto.class,
                ThreadsProperties.Async.class,
                ThreadsProperties.Scheduling.class
            })
    void whatIsBoundCanBeBoundInANativeImage(Class<?> type) {
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("com.example", "Application")), new InMemoryGeneratedFiles());
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(ThreadsAutoConfiguration.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        }

        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(type)
                        .withAnyMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                        .or(RuntimeHintsPredicates.reflection()
                                .onConstructorInvocation(type.getDeclaredConstructors()[0])))
                .accepts(generation.getRuntimeHints());
    }
}
