/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ReflectionUtils;

import dev.tuned.logging.stage.Stages;

/**
 * Makes stages of the methods with Micrometer's annotations, by Spring's own proxies: a call within the same object is none. Other
 * advice comes first, so a call that a cache answers is none either.
 */
@SuppressWarnings("serial")
final class StageAnnotationPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {

    private static final Log log = LogFactory.getLog(StageAnnotationPostProcessor.class);

    private static final List<String> ON_THE_BEAN_ITSELF = List.of(
            "jakarta.annotation.", "jakarta.inject.", "org.springframework.beans.factory.annotation.", "java.lang.");

    private final Set<Class<?>> left = ConcurrentHashMap.newKeySet();

    StageAnnotationPostProcessor(ObjectProvider<Stages> stages) {
        StageNames names = new StageNames(getClass().getClassLoader());
        this.advisor = new DefaultPointcutAdvisor(new Annotated(names), new StageInterceptor(names, stages));
    }

    /** The annotations had no effect so far, so a class that cannot have a proxy, or not a working one, must go on as it was. */
    @Override
    protected boolean isEligible(Class<?> targetClass) {
        if (!super.isEligible(targetClass)) {
            return false;
        }
        String reason = whyLeftAlone(targetClass);
        if (reason != null && left.add(targetClass)) {
            log.warn(targetClass.getName() + " has @Timed or @Observed but is not timed as a stage: " + reason
                    + ". Use Stages.time() in it.");
        }
        return reason == null;
    }

    /** Returns {@code null} for a class that does behind a proxy what it does without. */
    private static @Nullable String whyLeftAlone(Class<?> type) {
        if (Modifier.isFinal(type.getModifiers())) {
            return "the class is final";
        }
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            if (isFinal(method)) {
                return "its method " + method.getName() + " is final";
            }
            if (isPrivateCallback(method)) {
                return "its private method " + method.getName() + " would be called on the proxy, which has no fields";
            }
        }
        Field visible = visibleField(type);
        if (visible != null) {
            return "its field " + visible.getName() + " can be read from outside, and would be empty in the proxy";
        }
        return HandsOutThis.by(type) ? "it gives this to others, which would not be the proxy" : null;
    }

    private static boolean isFinal(Method method) {
        int modifiers = method.getModifiers();
        return Modifier.isFinal(modifiers)
                && !Modifier.isStatic(modifiers)
                && !Modifier.isPrivate(modifiers)
                && method.getDeclaringClass() != Object.class;
    }

    /** Any annotation may have a method called; those of injection and life cycle have it called on the bean itself. */
    private static boolean isPrivateCallback(Method method) {
        return Modifier.isPrivate(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && Arrays.stream(method.getAnnotations())
                        .map(annotation -> annotation.annotationType().getName())
                        .anyMatch(name -> ON_THE_BEAN_ITSELF.stream().noneMatch(name::startsWith));
    }

    private static @Nullable Field visibleField(Class<?> type) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isPrivate(modifiers) && !Modifier.isStatic(modifiers) && !field.isSynthetic()) {
                    return field;
                }
            }
        }
        return null;
    }

    private static final class Annotated extends StaticMethodMatcherPointcut {

        private final StageNames names;

        Annotated(StageNames names) {
            this.names = names;
            setClassFilter(names::isAnnotated);
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return names.ofCall(method, targetClass) != null;
        }
    }
}
