/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.Set;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.SmartApplicationListener;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Ends the ownership of contexts with a parent, after which Boot does not clean {@link TunedLogbackLoggingSystem logging} up. */
final class PresetListener implements SmartApplicationListener {

    private static final Set<Class<?>> EVENTS = Set.of(ApplicationPreparedEvent.class, ContextClosedEvent.class);

    @Override
    public boolean supportsEventType(Class<? extends ApplicationEvent> eventType) {
        return EVENTS.contains(eventType);
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        if (event instanceof ApplicationPreparedEvent prepared) {
            release(prepared.getApplicationContext(), true);
        } else if (event instanceof ContextClosedEvent closed) {
            release(closed.getApplicationContext(), false);
        }
    }

    /** The logging of a child is its parent's from the beginning, if the parent is one of Boot's. */
    private static void release(ApplicationContext context, boolean ofBoot) {
        ApplicationContext parent = context.getParent();
        Environment environment = context.getEnvironment();
        if (parent != null
                && parent.containsBean(LoggingApplicationListener.LOGGING_SYSTEM_BEAN_NAME) == ofBoot
                && parent.getEnvironment() != environment
                && ClassUtils.isPresent("ch.qos.logback.classic.LoggerContext", context.getClassLoader())) {
            Logback.release(environment);
        }
    }

    /** Apart, so that the listener loads where there is no Logback. */
    private static final class Logback {

        static void release(Environment environment) {
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
                PresetInstaller.release(context, environment);
            }
        }
    }
}
