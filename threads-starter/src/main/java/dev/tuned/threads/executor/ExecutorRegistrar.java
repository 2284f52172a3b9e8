/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.aot.BeanInstanceSupplier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.task.TaskExecutionProperties;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.type.MethodMetadata;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.ClassUtils;

import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsProperties.Async;
import dev.tuned.threads.plan.ThreadsProperties.Mode;

/**
 * Applies the plan to tasks and schedules: replaces Boot's own {@code applicationTaskExecutor} and {@code taskScheduler} where the
 * plan differs from Boot.
 *
 * <p>Replacing Boot's definition, instead of adding one that makes Boot's back off, keeps all that Boot decides and wires
 * around it: when it backs off for the user's executors, {@code spring.task.execution.mode=force}, the executor of
 * {@code @Async} methods, the {@code bootstrapExecutor} alias.
 */
public final class ExecutorRegistrar implements BeanDefinitionRegistryPostProcessor {

    static final String EXECUTOR = "applicationTaskExecutor";

    static final String SCHEDULER = "taskScheduler";

    private final ThreadPlan plan;

    private final Set<String> managed = new HashSet<>();

    public ExecutorRegistrar(ThreadPlan plan) {
        this.plan = plan;
    }

    /** Whether Boot's executor or scheduler is the application's, so that the plan applies to it. */
    boolean isManaged(String beanName) {
        return managed.contains(beanName);
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        addIfManaged(registry, EXECUTOR);
        addIfManaged(registry, SCHEDULER);
        if (AotDetector.useGeneratedArtifacts()) {
            // The definitions were generated ahead of time.
            return;
        }
        if (managed.contains(SCHEDULER) && plan.differsFromBoot(plan.scheduling())) {
            Class<?> type = typeOf(plan.scheduling(), SimpleAsyncTaskScheduler.class, ThreadPoolTaskScheduler.class);
            replace(registry, SCHEDULER, "scheduler", type);
        }
        boolean otherThreads = plan.differsFromBoot(plan.async());
        if (managed.contains(EXECUTOR) && (otherThreads || plan.asyncSettings().isLimited())) {
            Class<?> type = typeOf(plan.async(), SimpleAsyncTaskExecutor.class, ThreadPoolTaskExecutor.class);
            RootBeanDefinition definition = replace(registry, EXECUTOR, "executor", type);
            if (!plan.runsVirtual(plan.async())) {
                // As in Boot. For virtual threads it is not set, so that spring.main.lazy-initialization decides.
                definition.setLazyInit(true);
            }
            if (otherThreads && !registry.isBeanNameInUse("taskExecutor")) {
                // Spring itself looks for it by this name, where it has to choose between several.
                registry.registerAlias(EXECUTOR, "taskExecutor");
            }
        }
    }

    private void addIfManaged(BeanDefinitionRegistry registry, String beanName) {
        String factory = factory(registry, beanName);
        if (factory != null
                && (ClassUtils.getPackageName(factory).equals(TaskExecutionProperties.class.getPackageName())
                        || ExecutorRegistrar.class.getName().equals(factory))) {
            managed.add(beanName);
        }
    }

    /** Class of the factory method of an annotated definition, or of one generated ahead of time; null where there is none. */
    private static @Nullable String factory(BeanDefinitionRegistry registry, String beanName) {
        if (!registry.containsBeanDefinition(beanName)) {
            return null;
        }
        BeanDefinition definition = registry.getBeanDefinition(beanName);
        if (definition instanceof AnnotatedBeanDefinition annotated) {
            MethodMetadata method = annotated.getFactoryMethodMetadata();
            return (method != null) ? method.getDeclaringClassName() : null;
        }
        if (definition instanceof RootBeanDefinition generated
                && generated.getInstanceSupplier() instanceof BeanInstanceSupplier<?> supplier) {
            Method method = supplier.getFactoryMethod();
            return (method != null) ? method.getDeclaringClass().getName() : null;
        }
        return null;
    }

    private Class<?> typeOf(Mode mode, Class<?> onVirtual, Class<?> onPlatform) {
        return plan.runsVirtual(mode) ? onVirtual : onPlatform;
    }

    private static RootBeanDefinition replace(
            BeanDefinitionRegistry registry, String beanName, String methodOfTheFactory, Class<?> type) {
        RootBeanDefinition definition = new RootBeanDefinition(ExecutorRegistrar.class);
        definition.setFactoryMethodName(methodOfTheFactory);
        // Ahead of time the Java of the running application is unknown.
        if (!Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
            definition.setTargetType(type);
        }
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        definition.setResourceDescription("tuned threads starter");
        // Removed first: Boot forbids overriding by default.
        registry.removeBeanDefinition(beanName);
        registry.registerBeanDefinition(beanName, definition);
        return definition;
    }

    /** Called by name. Boot's builders create it, so that {@code spring.task.*} and the user's customizers and decorators count. */
    static AsyncTaskExecutor executor(
            ThreadPlan plan,
            ObjectProvider<SimpleAsyncTaskExecutorBuilder> virtualBuilders,
            ObjectProvider<ThreadPoolTaskExecutorBuilder> platformBuilders) {
        Async settings = plan.asyncSettings();
        if (plan.runsVirtual(plan.async())) {
            SimpleAsyncTaskExecutorBuilder builder = virtualBuilders
                    .getIfAvailable(SimpleAsyncTaskExecutorBuilder::new)
                    .virtualThreads(true);
            return settings.isLimited()
                    ? builder.concurrencyLimit(settings.maxConcurrency())
                            .rejectTasksWhenLimitReached(settings.rejectAtLimit())
                            .build()
                    : builder.build();
        }
        ThreadPoolTaskExecutorBuilder builder = platformBuilders.getIfAvailable(ThreadPoolTaskExecutorBuilder::new);
        if (settings.isLimited()) {
            builder = builder.corePoolSize(settings.maxConcurrency()).maxPoolSize(settings.maxConcurrency());
        }
        return ((settings.isLimited() && settings.rejectAtLimit()) ? builder.queueCapacity(0) : builder).build();
    }

    /** Called by name. */
    static TaskScheduler scheduler(
            ThreadPlan plan,
            SimpleAsyncTaskSchedulerBuilder virtualBuilder,
            ThreadPoolTaskSchedulerBuilder platformBuilder) {
        return plan.runsVirtual(plan.scheduling())
                ? virtualBuilder.virtualThreads(true).build()
                : platformBuilder.build();
    }
}
