/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.type.MethodMetadata;

/**
 * Replaces Boot's own {@code applicationTaskExecutor} and {@code taskScheduler} by one of the other kind of thread, where
 * the plan differs from what Boot chose.
 *
 * <p>Replacing Boot's definition, instead of adding one that makes Boot's back off, keeps all that Boot decides and wires
 * around it: when it backs off for the user's executors, {@code spring.task.execution.mode=force}, the executor of
 * {@code @Async} methods, the {@code bootstrapExecutor} alias.
 */
final class TaskThreadsPostProcessor implements BeanDefinitionRegistryPostProcessor {

    static final String EXECUTOR = "applicationTaskExecutor";

    static final String SCHEDULER = "taskScheduler";

    /** Name by which Spring itself looks for an executor where it has to choose between several. */
    private static final String EXECUTOR_ALIAS = "taskExecutor";

    private static final String BOOT_PACKAGE = "org.springframework.boot.autoconfigure.task.";

    private final ThreadPlan plan;

    private final Set<String> bootBeans = new HashSet<>();

    TaskThreadsPostProcessor(ThreadPlan plan) {
        this.plan = plan;
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

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        Decision async = this.plan.async();
        if (isBoots(registry, EXECUTOR) && this.plan.differsFromBoot(async)) {
            replace(registry, EXECUTOR, async.virtual() ? "virtualExecutor" : "platformExecutor", !async.virtual());
            if (!registry.isBeanNameInUse(EXECUTOR_ALIAS)) {
                registry.registerAlias(EXECUTOR, EXECUTOR_ALIAS);
            }
        }
        Decision scheduling = this.plan.scheduling();
        if (isBoots(registry, SCHEDULER) && this.plan.differsFromBoot(scheduling)) {
            replace(registry, SCHEDULER, scheduling.virtual() ? "virtualScheduler" : "platformScheduler", false);
        }
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

    private static void replace(BeanDefinitionRegistry registry, String beanName, String factoryMethod, boolean lazy) {
        RootBeanDefinition definition = new RootBeanDefinition(TaskThreads.class);
        definition.setFactoryMethodName(factoryMethod);
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        if (lazy) {
            // As Boot has it. Otherwise not set at all, so that spring.main.lazy-initialization decides.
            definition.setLazyInit(true);
        }
        definition.setResourceDescription("tuned threads starter");
        // Removed first: Boot forbids overriding by default.
        registry.removeBeanDefinition(beanName);
        registry.registerBeanDefinition(beanName, definition);
    }
}
