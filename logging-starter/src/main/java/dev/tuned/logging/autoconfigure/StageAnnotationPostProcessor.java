/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
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
        if (isProxyable(targetClass)) {
            return true;
        }
        if (left.add(targetClass)) {
            log.warn(targetClass.getName()
                    + " has @Timed or @Observed but is not timed as a stage: the class or one of its"
                    + " methods is final. Make it open to proxies, or use Stages.time() in it.");
        }
        return false;
    }

    private static boolean isProxyable(Class<?> type) {
        if (Modifier.isFinal(type.getModifiers())) {
            return false;
        }
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            int modifiers = method.getModifiers();
            if (Modifier.isFinal(modifiers)
                    && !Modifier.isStatic(modifiers)
                    && !Modifier.isPrivate(modifiers)
                    && method.getDeclaringClass() != Object.class) {
                return false;
            }
        }
        return true;
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
