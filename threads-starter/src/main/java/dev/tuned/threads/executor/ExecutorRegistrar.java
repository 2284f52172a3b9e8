/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.aot.BeanInstanceSupplier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.task.TaskExecutionProperties;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.type.MethodMetadata;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.ClassUtils;

import dev.tuned.threads.BoundedVirtualExecutor;
import dev.tuned.threads.plan.ExecutorPlan;
import dev.tuned.threads.plan.ThreadDecision;
import dev.tuned.threads.plan.ThreadPlan;

/**
 * Applies the plan to tasks and schedules: replaces Boot's own {@code applicationTaskExecutor} and {@code taskScheduler} where the
 * plan differs from Boot, and adds the executors that the application names.
 *
 * <p>Replacing Boot's definition, instead of adding one that makes Boot's back off, keeps all that Boot decides and wires
 * around it: when it backs off for the user's executors, {@code spring.task.execution.mode=force}, the executor of
 * {@code @Async} methods, the {@code bootstrapExecutor} alias. Named executors are no default candidates, so that neither
 * Boot nor injection by type takes one for the application's.
 */
public final class ExecutorRegistrar implements BeanDefinitionRegistryPostProcessor {

    static final String SCHEDULER = "taskScheduler";

    /** Name by which Spring itself looks for an executor where it has to choose between several. */
    static final String EXECUTOR_ALIAS = "taskExecutor";

    private static final String PACKAGE_OF_BOOTS_FACTORIES = TaskExecutionProperties.class.getPackageName();

    private final ThreadPlan plan;

    private final Set<String> managed = new HashSet<>();

    private final List<ExecutorPlan> applied = new ArrayList<>();

    ExecutorRegistrar(ThreadPlan plan) {
        this.plan = plan;
    }

    ThreadPlan plan() {
        return plan;
    }

    /** Reason why the plan does not apply to Boot's executor or scheduler; null where it does. */
    @Nullable
    String notAppliedReason(String beanName) {
        return managed.contains(beanName)
                ? null
                : "left to the application's " + (beanName.equals(ExecutorPlan.BOOTS) ? "executor" : "scheduler");
    }

    /** Plans of the executors that this starter provides. */
    List<ExecutorPlan> applied() {
        return applied;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        for (String name : List.of(ExecutorPlan.BOOTS, SCHEDULER)) {
            if (isBoots(registry, name) || isOurs(registry, name)) {
                managed.add(name);
            }
        }
        if (AotDetector.useGeneratedArtifacts()) {
            // The definitions were generated ahead of time.
            plan.executors().stream()
                    .filter(executor -> isOurs(registry, executor.name()))
                    .forEach(applied::add);
            return;
        }
        if (managed.contains(SCHEDULER) && plan.differsFromBoot(plan.scheduling())) {
            replace(
                    registry,
                    SCHEDULER,
                    madeBy(
                            "scheduler",
                            plan.scheduling(),
                            SimpleAsyncTaskScheduler.class,
                            ThreadPoolTaskScheduler.class));
        }
        for (ExecutorPlan executor : plan.executors()) {
            if (executor.named()) {
                add(registry, executor);
            } else if (managed.contains(ExecutorPlan.BOOTS)) {
                replaceBoots(registry, executor);
            }
        }
        if (registry instanceof ListableBeanFactory beans && hasOnlyNamedExecutors(beans)) {
            registry.registerBeanDefinition(
                    "tunedThreadsDefaultAsyncExecutor", autowired(new RootBeanDefinition(DefaultAsyncExecutor.class)));
        }
    }

    private void replaceBoots(BeanDefinitionRegistry registry, ExecutorPlan executor) {
        boolean otherKind = plan.differsFromBoot(executor.decision());
        if (!otherKind && !executor.bound().isLimited()) {
            return;
        }
        RootBeanDefinition definition = executor(executor);
        if (!executor.decision().virtual()) {
            // As in Boot. For virtual threads it is not set, so that spring.main.lazy-initialization decides.
            definition.setLazyInit(true);
        }
        replace(registry, ExecutorPlan.BOOTS, definition);
        applied.add(executor);
        boolean aliasIsFree = !registry.isBeanNameInUse(EXECUTOR_ALIAS)
                && plan.executors().stream().noneMatch(other -> other.name().equals(EXECUTOR_ALIAS));
        if (otherKind && aliasIsFree) {
            registry.registerAlias(ExecutorPlan.BOOTS, EXECUTOR_ALIAS);
        }
    }

    private void add(BeanDefinitionRegistry registry, ExecutorPlan executor) {
        String name = executor.name();
        if (registry.isBeanNameInUse(name)) {
            BeanDefinition other = registry.containsBeanDefinition(name) ? registry.getBeanDefinition(name) : null;
            String origin = (other != null) ? other.getResourceDescription() : null;
            throw executor.invalidName("is that of another bean" + ((origin != null) ? ", from " + origin : ""));
        }
        RootBeanDefinition definition = executor(executor);
        definition.setDefaultCandidate(false);
        registry.registerBeanDefinition(name, definition);
        applied.add(executor);
    }

    /** Whether all executors of the application are named ones, and it does not configure one for {@code @Async} methods. */
    private boolean hasOnlyNamedExecutors(ListableBeanFactory beans) {
        List<String> ours = applied.stream().map(ExecutorPlan::name).toList();
        return !ours.isEmpty()
                && !managed.contains(ExecutorPlan.BOOTS)
                && ours.containsAll(names(beans, TaskExecutor.class))
                && names(beans, AsyncConfigurer.class).isEmpty();
    }

    private static List<String> names(ListableBeanFactory beans, Class<?> type) {
        return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false));
    }

    private static boolean isBoots(BeanDefinitionRegistry registry, String beanName) {
        String factory = factory(registry, beanName);
        return factory != null && ClassUtils.getPackageName(factory).equals(PACKAGE_OF_BOOTS_FACTORIES);
    }

    private static boolean isOurs(BeanDefinitionRegistry registry, String beanName) {
        return ExecutorFactory.class.getName().equals(factory(registry, beanName));
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

    private static RootBeanDefinition executor(ExecutorPlan executor) {
        RootBeanDefinition definition =
                madeBy("executor", executor.decision(), BoundedVirtualExecutor.class, ThreadPoolTaskExecutor.class);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, executor.name());
        return definition;
    }

    private static RootBeanDefinition madeBy(
            String methodOfTheFactory, ThreadDecision decision, Class<?> onVirtual, Class<?> onPlatform) {
        RootBeanDefinition definition = new RootBeanDefinition(ExecutorFactory.class);
        definition.setFactoryMethodName(methodOfTheFactory);
        // Ahead of time the Java of the running application is unknown.
        if (!Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
            definition.setTargetType(decision.virtual() ? onVirtual : onPlatform);
        }
        return autowired(definition);
    }

    private static RootBeanDefinition autowired(RootBeanDefinition definition) {
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        definition.setResourceDescription("tuned threads starter");
        return definition;
    }

    private static void replace(BeanDefinitionRegistry registry, String beanName, RootBeanDefinition definition) {
        // Removed first: Boot forbids overriding by default.
        registry.removeBeanDefinition(beanName);
        registry.registerBeanDefinition(beanName, definition);
    }
}
