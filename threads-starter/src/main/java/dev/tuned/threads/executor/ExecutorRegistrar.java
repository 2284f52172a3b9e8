/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.aot.BeanInstanceSupplier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.type.MethodMetadata;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.util.ClassUtils;

import dev.tuned.threads.plan.ThreadDecision;
import dev.tuned.threads.plan.ThreadPlan;

/**
 * Applies the plan to tasks and schedules: replaces Boot's own {@code applicationTaskExecutor} and
 * {@code taskScheduler}, where the plan differs from what Boot would do, and adds the executors that the application names.
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

    private static final String METERS = "io.micrometer.core.instrument.binder.MeterBinder";

    private static final String BOOT_PACKAGE = "org.springframework.boot.autoconfigure.task.";

    private final ThreadPlan plan;

    /** What Boot's executor and the named ones are to be, by name. */
    private final Map<String, ExecutorPlan> executors;

    private final Set<String> bootBeans = new HashSet<>();

    private final List<ExecutorPlan> applied = new ArrayList<>();

    ExecutorRegistrar(ThreadPlan plan) {
        this.plan = plan;
        this.executors = ExecutorPlan.of(plan);
    }

    ThreadPlan plan() {
        return this.plan;
    }

    /** Whether the bean is Boot's own or the one put in its place, so that the plan applies to it. */
    boolean isManaged(String beanName) {
        return this.bootBeans.contains(beanName);
    }

    /** Says why the plan does not apply to the bean; null where it is. */
    @Nullable
    String notAppliedReason(String beanName) {
        return isManaged(beanName)
                ? null
                : "left to the application's " + (beanName.equals(ExecutorPlan.EXECUTOR) ? "executor" : "scheduler");
    }

    ExecutorPlan executor(String beanName) {
        return Objects.requireNonNull(this.executors.get(beanName), beanName);
    }

    /** What was requested, applied or not. */
    List<ExecutorPlan> plans() {
        return List.copyOf(this.executors.values());
    }

    /** The executors that are ours. */
    List<ExecutorPlan> applied() {
        return this.applied;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        if (AotDetector.useGeneratedArtifacts()) {
            adopt(registry);
            return;
        }
        if (isBoots(registry, ExecutorPlan.EXECUTOR)) {
            applicationExecutor(registry, executor(ExecutorPlan.EXECUTOR));
        }
        ThreadDecision scheduling = this.plan.scheduling();
        if (isBoots(registry, SCHEDULER) && this.plan.differsFromBoot(scheduling)) {
            replace(registry, SCHEDULER, definition(method(scheduling, "Scheduler")));
        }
        for (ExecutorPlan executor : plans()) {
            if (executor.named()) {
                add(registry, executor);
            }
        }
        if (!this.applied.isEmpty() && registry instanceof ConfigurableListableBeanFactory beans) {
            if (ClassUtils.isPresent(METERS, beans.getBeanClassLoader())) {
                registry.registerBeanDefinition(
                        "tunedThreadsExecutorMeters", autowired(new RootBeanDefinition(ExecutorMeters.class)));
            }
            if (hasOnlyNamedExecutors(beans)) {
                registry.registerBeanDefinition(
                        "tunedThreadsDefaultAsyncExecutor",
                        autowired(new RootBeanDefinition(DefaultAsyncExecutor.class)));
            }
        }
    }

    /** After ahead-of-time processing the definitions are there, and only have to be known again. */
    private void adopt(BeanDefinitionRegistry registry) {
        for (String name : List.of(ExecutorPlan.EXECUTOR, SCHEDULER)) {
            if (isBoots(registry, name) || isOurs(registry, name)) {
                this.bootBeans.add(name);
            }
        }
        plans().stream().filter(executor -> isOurs(registry, executor.name())).forEach(this.applied::add);
    }

    /** Whether the application has executors of its own that are none for {@code @Async} methods, and does not say which is. */
    private boolean hasOnlyNamedExecutors(ListableBeanFactory beans) {
        return !isManaged(ExecutorPlan.EXECUTOR)
                && this.executors.keySet().containsAll(names(beans, TaskExecutor.class))
                && names(beans, AsyncConfigurer.class).isEmpty();
    }

    private static List<String> names(ListableBeanFactory beans, Class<?> type) {
        return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false));
    }

    private void applicationExecutor(BeanDefinitionRegistry registry, ExecutorPlan executor) {
        boolean otherKind = this.plan.differsFromBoot(executor.decision());
        if (!otherKind && !executor.bound().isLimited()) {
            return;
        }
        RootBeanDefinition definition = definition(executor);
        if (!executor.decision().virtual()) {
            // As Boot has it. Otherwise not set at all, so that spring.main.lazy-initialization decides.
            definition.setLazyInit(true);
        }
        replace(registry, ExecutorPlan.EXECUTOR, definition);
        this.applied.add(executor);
        if (otherKind && !registry.isBeanNameInUse(EXECUTOR_ALIAS) && !this.executors.containsKey(EXECUTOR_ALIAS)) {
            registry.registerAlias(ExecutorPlan.EXECUTOR, EXECUTOR_ALIAS);
        }
    }

    private void add(BeanDefinitionRegistry registry, ExecutorPlan executor) {
        String name = executor.name();
        if (registry.isBeanNameInUse(name)) {
            BeanDefinition other = registry.containsBeanDefinition(name) ? registry.getBeanDefinition(name) : null;
            String origin = (other != null) ? other.getResourceDescription() : null;
            throw ExecutorPlan.nameInUse(name, "another bean" + ((origin != null) ? ", from " + origin : ""));
        }
        RootBeanDefinition definition = definition(executor);
        definition.setDefaultCandidate(false);
        registry.registerBeanDefinition(name, definition);
        this.applied.add(executor);
    }

    private boolean isBoots(BeanDefinitionRegistry registry, String beanName) {
        String factory = factory(registry, beanName);
        boolean isBoots = factory != null && factory.startsWith(BOOT_PACKAGE);
        if (isBoots) {
            this.bootBeans.add(beanName);
        }
        return isBoots;
    }

    private static boolean isOurs(BeanDefinitionRegistry registry, String beanName) {
        return ExecutorFactory.class.getName().equals(factory(registry, beanName));
    }

    /** Class of the factory method, be the definition an annotated one or generated ahead of time; null where there is none. */
    private static @Nullable String factory(BeanDefinitionRegistry registry, String beanName) {
        if (!registry.containsBeanDefinition(beanName)) {
            return null;
        }
        BeanDefinition definition = registry.getBeanDefinition(beanName);
        if (definition instanceof AnnotatedBeanDefinition annotated) {
            MethodMetadata method = annotated.getFactoryMethodMetadata();
            return (method != null) ? method.getDeclaringClassName() : null;
        }
        boolean generated = definition instanceof RootBeanDefinition;
        if (generated
                && ((RootBeanDefinition) definition).getInstanceSupplier()
                        instanceof BeanInstanceSupplier<?> supplier) {
            Method method = supplier.getFactoryMethod();
            return (method != null) ? method.getDeclaringClass().getName() : null;
        }
        return null;
    }

    /** Ahead of time it is not known on which Java the application will run. */
    private static String method(ThreadDecision decision, String kind) {
        if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
            return "some" + kind;
        }
        return (decision.virtual() ? "virtual" : "platform") + kind;
    }

    private static RootBeanDefinition definition(ExecutorPlan executor) {
        RootBeanDefinition definition = definition(method(executor.decision(), "Executor"));
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, executor.name());
        return definition;
    }

    private static RootBeanDefinition definition(String factoryMethod) {
        RootBeanDefinition definition = new RootBeanDefinition(ExecutorFactory.class);
        definition.setFactoryMethodName(factoryMethod);
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
