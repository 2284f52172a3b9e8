/* SPDX-License-Identifier: Apache-2.0 */
package com.example.executors;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.example.executors.Variants.Probe;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;

import dev.tuned.examples.dropin.inside.Notes;

/** The same work in one application context after another, each with executors configured in another way. */
@Configuration(proxyBeanMethods = false)
public class ExecutorsApplication {

    private static final Map<String, String[]> BY_PROPERTIES = new LinkedHashMap<>();

    static {
        by("default");
        by(
                "prefix",
                "spring.task.execution.thread-name-prefix=mine-",
                "spring.task.scheduling.thread-name-prefix=tick-");
        by("pool", "spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=1");
        by(
                "pool with a short queue",
                "spring.task.execution.pool.core-size=1",
                "spring.task.execution.pool.max-size=2",
                "spring.task.execution.pool.queue-capacity=1");
        by("simple limit", "spring.task.execution.simple.concurrency-limit=2");
        by("virtual by Boot's flag", "spring.threads.virtual.enabled=true");
        by("platform by Boot's flag", "spring.threads.virtual.enabled=false");
        by("lazy", "spring.main.lazy-initialization=true");
        by("forced", "spring.task.execution.mode=force");
        by("scheduling pool", "spring.task.scheduling.pool.size=2");
        by("await termination", "spring.task.execution.shutdown.await-termination=true");
        by("context propagated", "spring.task.execution.propagate-context=true");
    }

    private static void by(String name, String... properties) {
        BY_PROPERTIES.put(name, properties);
    }

    public static void main(String[] args) {
        try (ConfigurableApplicationContext parent = new SpringApplicationBuilder(ExecutorsApplication.class)
                .web(WebApplicationType.NONE)
                .run(args)) {
            BY_PROPERTIES.forEach((name, properties) -> play(parent, name, null, properties, args));
            Stream.of(Variants.class.getDeclaredClasses())
                    .filter(type -> type.isAnnotationPresent(Configuration.class) && type != Variants.Common.class)
                    .sorted(Comparator.comparing(Class::getSimpleName))
                    .forEach(variant -> play(parent, variant.getSimpleName(), variant, new String[0], args));
        }
    }

    private static void play(
            ConfigurableApplicationContext parent, String name, Class<?> variant, String[] properties, String[] args) {
        Notes.outcome("start " + name, () -> {
            SpringApplicationBuilder builder = new SpringApplicationBuilder(Variants.Common.class)
                    .parent(parent)
                    .web(WebApplicationType.NONE)
                    .properties(properties);
            if (variant != null) {
                builder.sources(variant);
            }
            try (ConfigurableApplicationContext context = builder.run(args)) {
                if (variant == null || !variant.isAnnotationPresent(Variants.OnlyStarted.class)) {
                    beans(name, context);
                    context.getBean(Probe.class).play(name, context);
                }
            }
            return "played";
        });
    }

    /** Executors and schedulers as injection finds them. */
    private static void beans(String name, ConfigurableApplicationContext context) {
        new TreeMap<>(context.getBeansOfType(Executor.class)).forEach((bean, executor) -> {
            Notes.add("executor beans " + name, bean, executor.getClass().getName());
            Notes.add("executor names " + name, bean, Arrays.toString(context.getAliases(bean)));
        });
        for (Class<?> type : new Class<?>[] {TaskExecutor.class, TaskScheduler.class, Executor.class}) {
            Notes.add(
                    "executor by type " + name,
                    type.getSimpleName(),
                    String.join(", ", context.getBeanNamesForType(type)));
        }
        Notes.add("executor names " + name, "has taskExecutor", context.containsBean("taskExecutor"));
        Notes.add("executor names " + name, "has bootstrapExecutor", context.containsBean("bootstrapExecutor"));
    }

    /** Ten seconds are enough for what ends at all. */
    static Object await(CompletableFuture<?> future) throws Throwable {
        try {
            return future.get(10, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException ex) {
            throw ex.getCause();
        }
    }
}
