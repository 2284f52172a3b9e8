/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.micrometer.core.annotation.Timed;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.annotation.Observed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;

import dev.tuned.logging.stage.LoggedLines;
import dev.tuned.logging.stage.StageStatistics;
import dev.tuned.logging.stage.Stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class StageAnnotationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues("tuned.logging.stages.enabled=true")
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

    @ParameterizedTest
    @ValueSource(classes = {PrivateCallback.class, VisibleField.class, Registers.class, Fluent.class, Publishes.class})
    void aBeanThatAProxyWouldChangeIsLeftAloneWithOneWarning(Class<?> type) {
        try (LoggedLines lines = new LoggedLines(StageAnnotationPostProcessor.class.getName())) {
            runner.withBean("first", type)
                    .withBean("second", type)
                    .run(context -> assertThat(AopUtils.isAopProxy(context.getBean("first")))
                            .isFalse());
            assertThat(lines.messages()).singleElement().asString().contains(type.getName());
        }
    }

    @Test
    void aBeanThatKeepsItselfToItselfIsTimed() {
        runner.withBean(Ordinary.class).run(context -> {
            assertThat(context.getBean(Ordinary.class).work(3, true)).isEqualTo("3 true 7");
            assertThat(stages(context)).containsExactly("ordinary");
        });
    }

    @Test
    void nothingIsTimedUnlessItIsSwitchedOn() {
        runner.withPropertyValues("tuned.logging.stages.enabled=false")
                .run(context -> assertThat(AopUtils.isAopProxy(context.getBean(Methods.class)))
                        .isFalse());
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
                .withPropertyValues("tuned.logging.stages.enabled=true")
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
                    assertThat(context.getBean(Stages.class).snapshot())
                            .extracting(StageStatistics::count)
                            .containsExactly(3L, 3L);
                });
    }

    @Test
    void worksWithoutAspectJ() {
        new ApplicationContextRunner()
                .withPropertyValues("tuned.logging.stages.enabled=true")
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

    static class PrivateCallback {

        @Timed
        public void timed() {}

        @EventListener
        private void listen(Object event) {}
    }

    static class VisibleField {

        protected final String name = "name";

        @Timed
        public void timed() {}
    }

    static class Registers {

        @Timed
        public void timed() {}

        public void register(List<Object> registry, boolean first) {
            registry.add(first ? 0 : registry.size(), this);
        }
    }

    static class Fluent {

        @Timed
        public Fluent timed() {
            return this;
        }
    }

    static class Publishes {

        private static final Object[] ALL = new Object[1];

        Publishes() {
            ALL[0] = this;
        }

        @Timed
        public void timed() {}
    }

    static class Ordinary {

        private final long[] numbers = {1, 2, 4};
        private final Supplier<Long> sum = () -> sum(1L);
        private long total;

        @Timed("ordinary")
        public String work(int count, boolean flag) {
            String text = count + " " + (flag ? this.name(flag) : name(!flag)) + " ";
            switch (count) {
                case 1 -> text += "one";
                default -> text += this.sum.get();
            }
            return text;
        }

        @Override
        public String toString() {
            Supplier<Long> inner = new Supplier<>() {
                @Override
                public Long get() {
                    return sum(total++);
                }
            };
            return super.toString() + inner.get() + new StringBuilder(name(true));
        }

        private String name(boolean flag) {
            return String.valueOf(this.numbers.length == 3 && flag);
        }

        private long sum(long start) {
            long sum = start - 1;
            for (long number : numbers) {
                sum += number;
            }
            total += sum;
            return sum;
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
