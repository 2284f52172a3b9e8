/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/** Fails the start of an application with wrong properties right after logging is up, so that the analysis can be read. */
final class InvalidLoggingConfigurationListener
        implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        if (ClassUtils.isPresent(
                "ch.qos.logback.classic.LoggerContext",
                event.getSpringApplication().getClassLoader())) {
            Logback.rethrow();
        }
    }

    @Override
    public int getOrder() {
        // After the other one, which may have found them.
        return LoggingApplicationListener.DEFAULT_ORDER + 2;
    }

    /** Apart, so that the listener loads where there is no Logback. */
    private static final class Logback {

        static void rethrow() {
            String key = InvalidLoggingConfigurationListener.class.getName();
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                    && context.getObject(key) instanceof BindException failure) {
                context.removeObject(key);
                throw failure;
            }
        }
    }
}
