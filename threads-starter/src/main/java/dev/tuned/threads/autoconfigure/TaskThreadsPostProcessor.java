/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.type.MethodMetadata;
import org.springframework.scheduling.annotation.AsyncConfigurer;

/**
 * Puts the plan in force on tasks and schedules: replaces Boot's own {@code applicationTaskExecutor} and
 * {@code taskScheduler}, where the plan differs from what Boot would do, and adds the executors that the application names.
 *
 * <p>Replacing Boot's definition, instead of adding one that makes Boot's back off, keeps all that Boot decides and wires
 * around it: when it backs off for the user's executors, {@code spring.task.execution.mode=force}, the executor of
 * {@code @Async} methods, the {@code bootstrapExecutor} alias. Named executors are no default candidates, so that neither
 * Boot nor injection by type takes one for the application's.
 */
final class TaskThreadsPostProcessor implements BeanDefinitionRegistryPostProcessor {

    static final String EXECUTOR = "applicationTaskExecutor";

    static final String SCHEDULER = "taskScheduler";

    /** Name by which Spring itself looks for an executor where it has to choose between several. */
    static final String EXECUTOR_ALIAS = "taskExecutor";

    private static final String BOOT_PACKAGE = "org.springframework.boot.autoconfigure.task.";

    private final ThreadPlan plan;

    private final Map<String, ExecutorPlan> executors;

    private final Set<String> bootBeans = new HashSet<>();

    private final List<ExecutorPlan> inForce = new ArrayList<>();

    /** @param executors what Boot's executor and the named ones are to be, by name */
    TaskThreadsPostProcessor(ThreadPlan plan, Map<String, ExecutorPlan> executors) {
        this.plan = plan;
        this.executors = executors;
    }

    /** Whether the bean is Boot's own or the one put in its place, so that the plan is in force on it. */
    boolean governs(String beanName) {
        return this.bootBeans.contains(beanName);
    }

    /** Says why the plan is not in force on the bean; null where it is. */
    @Nullable
    String leftAlone(String beanName) {
        return governs(beanName)
                ? null
                : "left to the application's " + (beanName.equals(EXECUTOR) ? "executor" : "scheduler");
    }

    ExecutorPlan executor(String beanName) {
        return Objects.requireNonNull(this.executors.get(beanName), beanName);
    }

    /** What was wanted, in force or not. */
    List<ExecutorPlan> plans() {
        return List.copyOf(this.executors.values());
    }

    /** The executors that are ours. */
    List<ExecutorPlan> inForce() {
        return this.inForce;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        if (isBoots(registry, EXECUTOR)) {
            applicationExecutor(registry, executor(EXECUTOR));
        }
        Decision scheduling = this.plan.scheduling();
        if (isBoots(registry, SCHEDULER) && this.plan.differsFromBoot(scheduling)) {
            replace(registry, SCHEDULER, definition(scheduling.virtual() ? "virtualScheduler" : "platformScheduler"));
        }
        plans().stream().filter(ExecutorPlan::named).forEach(executor -> add(registry, executor));
        if (registry instanceof ListableBeanFactory beans && hasOnlyNamedExecutors(beans)) {
            registry.registerBeanDefinition(
                    "unqualifiedAsync", autowired(new RootBeanDefinition(UnqualifiedAsync.class)));
        }
    }

    /** Whether the application has executors of its own that are none for {@code @Async} methods, and does not say which is. */
    private boolean hasOnlyNamedExecutors(ListableBeanFactory beans) {
        return this.executors.keySet().containsAll(names(beans, TaskExecutor.class))
                && !governs(EXECUTOR)
                && !this.inForce.isEmpty()
                && names(beans, AsyncConfigurer.class).isEmpty();
    }

    private static List<String> names(ListableBeanFactory beans, Class<?> type) {
        return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false));
    }

    private void applicationExecutor(BeanDefinitionRegistry registry, ExecutorPlan executor) {
        boolean otherKind = this.plan.differsFromBoot(executor.decision());
        if (!otherKind
                && !executor.bound().isLimited()
                && !executor.propagation().any()) {
            return;
        }
        RootBeanDefinition definition = definition(executor);
        if (!executor.decision().virtual()) {
            // As Boot has it. Otherwise not set at all, so that spring.main.lazy-initialization decides.
            definition.setLazyInit(true);
        }
        replace(registry, EXECUTOR, definition);
        this.inForce.add(executor);
        if (otherKind && !registry.isBeanNameInUse(EXECUTOR_ALIAS) && !this.executors.containsKey(EXECUTOR_ALIAS)) {
            registry.registerAlias(EXECUTOR, EXECUTOR_ALIAS);
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
        this.inForce.add(executor);
    }

    private boolean isBoots(BeanDefinitionRegistry registry, String beanName) {
        if (!registry.containsBeanDefinition(beanName)) {
            return false;
        }
        BeanDefinition definition = registry.getBeanDefinition(beanName);
        MethodMetadata factoryMethod =
                (definition instanceof AnnotatedBeanDefinition annotated) ? annotated.getFactoryMethodMetadata() : null;
        boolean isBoots =
                factoryMethod != null && factoryMethod.getDeclaringClassName().startsWith(BOOT_PACKAGE);
        if (isBoots) {
            this.bootBeans.add(beanName);
        }
        return isBoots;
    }

    private static RootBeanDefinition definition(ExecutorPlan executor) {
        RootBeanDefinition definition =
                definition(executor.decision().virtual() ? "virtualExecutor" : "platformExecutor");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, executor.name());
        return definition;
    }

    private static RootBeanDefinition definition(String factoryMethod) {
        RootBeanDefinition definition = new RootBeanDefinition(TaskThreads.class);
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
