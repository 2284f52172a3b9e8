/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.micrometer.core.annotation.Timed;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.annotation.Observed;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ApplicationContext;

import dev.tuned.logging.stage.LoggedLines;
import dev.tuned.logging.stage.StageStatistics;
import dev.tuned.logging.stage.Stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class StageAnnotationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(StagesAutoConfiguration.class))
            .withBean(Methods.class)
            .withBean(WholeClass.class);

    @Test
    void anAnnotatedMethodIsAStageWithTheNameGiven() {
        runner.run(context -> {
            Methods methods = context.getBean(Methods.class);
            methods.timed();
            methods.observed();
            methods.both();
            assertThat(stages(context)).containsExactly("both", "parse", "read");
        });
    }

    @Test
    void aMethodWithoutANameIsAStageOfClassAndMethod() {
        runner.run(context -> {
            context.getBean(Methods.class).unnamed();
            assertThat(stages(context)).containsExactly("Methods.unnamed");
        });
    }

    @Test
    void everyMethodOfAnAnnotatedClassIsAStageButThoseOfObject() {
        runner.run(context -> {
            WholeClass whole = context.getBean(WholeClass.class);
            whole.find();
            whole.own();
            assertThat(whole.toString()).isEqualTo("whole");
            assertThat(stages(context)).containsExactly("own", "products.find");
        });
    }

    @Test
    void anExceptionPassesThroughAndIsTimed() {
        runner.run(context -> {
            assertThatIllegalStateException().isThrownBy(context.getBean(Methods.class)::fails);
            assertThat(stages(context)).containsExactly("fails");
        });
    }

    @Test
    void aFutureIsTimedUntilItIsCompletedAndStaysWhatItWas() {
        runner.run(context -> {
            CompletableFuture<String> future = new CompletableFuture<>();
            assertThat(context.getBean(Methods.class).later(future)).isSameAs(future);
            assertThat(stages(context)).isEmpty();
            future.complete("done");
            assertThat(stages(context)).containsExactly("later");
        });
    }

    @Test
    void aCancelledFutureIsTimed() {
        runner.run(context -> {
            CompletableFuture<String> future = new CompletableFuture<>();
            context.getBean(Methods.class).later(future).cancel(true);
            assertThat(future).isCancelled();
            assertThat(stages(context)).containsExactly("later");
        });
    }

    @Test
    void aBeanWithAnInterfaceCanStillBeInjectedByItsClass() {
        runner.withBean(WithInterface.class).run(context -> {
            assertThat(context.getBean(WithInterface.class).get()).isEqualTo("got");
            assertThat(stages(context)).containsExactly("WithInterface.get");
        });
        runner.withPropertyValues("spring.aop.proxy-target-class=false")
                .withBean("jdk", WithInterface.class)
                .run(context -> {
                    assertThat(((Supplier<?>) context.getBean("jdk")).get()).isEqualTo("got");
                    assertThat(AopUtils.isJdkDynamicProxy(context.getBean("jdk")))
                            .isTrue();
                    assertThat(stages(context)).containsExactly("WithInterface.get");
                });
    }

    @Test
    void aBeanWithoutAnnotationsHasNoProxy() {
        runner.withBean(Plain.class)
                .run(context -> assertThat(AopUtils.isAopProxy(context.getBean(Plain.class)))
                        .isFalse());
    }

    @Test
    void whatCannotHaveAProxyGoesOnAsItWasAndIsNamed() {
        try (LoggedLines lines = new LoggedLines(StageAnnotationPostProcessor.class.getName())) {
            runner.withBean(FinalClass.class).withBean(FinalMethod.class).run(context -> {
                assertThat(context.getBean(FinalClass.class).read()).isEqualTo("read");
                assertThat(context.getBean(FinalMethod.class).fixed()).isEqualTo("field");
                assertThat(AopUtils.isAopProxy(context.getBean(FinalMethod.class)))
                        .isFalse();
            });
            assertThat(lines.messages())
                    .hasSize(2)
                    .anyMatch(line -> line.contains("FinalClass"))
                    .anyMatch(line -> line.contains("FinalMethod"));
        }
    }

    @Test
    void aCallThatACacheAnswersIsNoStage() {
        runner.withBean(ConcurrentMapCacheManager.class)
                .withUserConfiguration(Caching.class)
                .withBean(Cached.class)
                .run(context -> {
                    for (int i = 0; i < 3; i++) {
                        assertThat(context.getBean(Cached.class).find("1")).isEqualTo("product 1");
                    }
                    assertThat(context.getBean(Stages.class).snapshot())
                            .extracting(StageStatistics::count)
                            .containsExactly(1L);
                });
    }

    /** Boot's own aspects have their own meters; each call counts once in each of them. */
    @Test
    void bootsAspectsCountTheSameCallsInTheirOwnMeters() {
        new ApplicationContextRunner()
                .withUserConfiguration(Everything.class)
                .withBean(Methods.class)
                .withPropertyValues("management.observations.annotations.enabled=true")
                .run(context -> {
                    Methods methods = context.getBean(Methods.class);
                    for (int i = 0; i < 3; i++) {
                        methods.timed();
                        methods.observed();
                    }
                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    assertThat(meters.get("parse").timer().count()).isEqualTo(3);
                    assertThat(meters.get("read").timer().count()).isEqualTo(3);
                    for (String stage : List.of("parse", "read")) {
                        assertThat(meters.get("tuned.logging.stage")
                                        .tag("stage", stage)
                                        .timer()
                                        .count())
                                .isEqualTo(3);
                    }
                });
    }

    @Test
    void worksWithoutAspectJ() {
        new ApplicationContextRunner()
                .withClassLoader(new FilteredClassLoader("org.aspectj"))
                .withUserConfiguration(Everything.class)
                .withBean(Methods.class)
                .run(context -> {
                    context.getBean(Methods.class).timed();
                    assertThat(stages(context)).containsExactly("parse");
                });
    }

    private static List<String> stages(ApplicationContext context) {
        return context.getBean(Stages.class).snapshot().stream()
                .map(StageStatistics::stage)
                .toList();
    }

    public static class Methods {

        @Timed("parse")
        public void timed() {}

        @Observed(name = "read")
        public void observed() {}

        @Timed("both")
        @Observed(name = "other")
        public void both() {}

        @Timed
        public void unnamed() {
            timed();
        }

        @Timed("fails")
        public void fails() {
            throw new IllegalStateException("broken");
        }

        @Timed("later")
        public CompletableFuture<String> later(CompletableFuture<String> future) {
            return future;
        }
    }

    @Timed("products")
    static class WholeClass {

        public void find() {}

        @Timed("own")
        public void own() {}

        @Override
        public String toString() {
            return "whole";
        }
    }

    static class WithInterface implements Supplier<String> {

        @Timed
        @Override
        public String get() {
            return "got";
        }
    }

    static class Plain {}

    static final class FinalClass {

        @Timed("final")
        public String read() {
            return "read";
        }
    }

    static class FinalMethod {

        private final String field = "field";

        @Timed("open")
        public void open() {}

        public final String fixed() {
            return field;
        }
    }

    static class Cached {

        @Timed("find")
        @Cacheable("products")
        public String find(String id) {
            return "product " + id;
        }
    }

    @EnableCaching
    static class Caching {}

    @EnableAutoConfiguration
    static class Everything {}
}
