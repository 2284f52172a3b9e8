/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

import io.micrometer.core.annotation.Timed;
import io.micrometer.observation.annotation.Observed;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/**
 * What Micrometer's annotations say of a method. They are found where Micrometer's own aspects find them: on the method of the
 * bean's class, or else on the class.
 */
final class StageNames {

    /** {@code @Timed} comes with the meters, {@code @Observed} with Spring. */
    private final boolean timed;

    StageNames(@Nullable ClassLoader classLoader) {
        this.timed = ClassUtils.isPresent("io.micrometer.core.annotation.Timed", classLoader);
    }

    /** Whether the class has stages; cheap, because it is asked for every bean. */
    boolean isAnnotated(Class<?> type) {
        Class<?> user = ClassUtils.getUserClass(type);
        return of(user) != null
                || Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(user)).anyMatch(method -> of(method) != null);
    }

    /** Name of the stage that a call is; {@code null} if it is none. The method may be one of an interface. */
    @Nullable
    String ofCall(Method called, Class<?> targetClass) {
        Class<?> type = ClassUtils.getUserClass(targetClass);
        Method method = AopUtils.getMostSpecificMethod(called, type);
        if (Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) {
            return null;
        }
        String own = of(method);
        if (own != null) {
            return StringUtils.hasText(own) ? own : type.getSimpleName() + "." + method.getName();
        }
        String shared = ReflectionUtils.isObjectMethod(method) ? null : of(type);
        return shared == null
                ? null
                : (StringUtils.hasText(shared) ? shared : type.getSimpleName()) + "." + method.getName();
    }

    /** The annotation's text, empty if it has none. */
    private @Nullable String of(AnnotatedElement element) {
        String name = timed ? Micrometer.timed(element) : null;
        if (name == null) {
            Observed observed = element.getAnnotation(Observed.class);
            name = observed != null ? observed.name() : null;
        }
        return name;
    }

    /** Apart, so that the class loads where there are no meters. */
    private static final class Micrometer {

        static @Nullable String timed(AnnotatedElement element) {
            Timed timed = element.getAnnotation(Timed.class);
            return timed != null ? timed.value() : null;
        }
    }
}
