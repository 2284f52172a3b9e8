/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.Set;

import ch.qos.logback.classic.LoggerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.SmartApplicationListener;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * What {@link TunedLogbackLoggingSystem} cannot do: it installs the preset where another logging system for Logback was chosen,
 * and it ends the ownership of contexts that Boot does not clean logging up after.
 */
final class PresetListener implements SmartApplicationListener {

    private static final Set<Class<?>> EVENTS = Set.of(
            ApplicationEnvironmentPreparedEvent.class,
            ApplicationPreparedEvent.class,
            ApplicationFailedEvent.class,
            ContextClosedEvent.class);

    private @Nullable Environment foreign;

    @Override
    public boolean supportsEventType(Class<? extends ApplicationEvent> eventType) {
        return EVENTS.contains(eventType);
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        if (event instanceof ApplicationEnvironmentPreparedEvent prepared) {
            ClassLoader classLoader = prepared.getSpringApplication().getClassLoader();
            if (isLogback(classLoader) && Logback.isForeign(classLoader)) {
                foreign = prepared.getEnvironment();
                Logback.install(foreign);
            }
        } else if (event instanceof ApplicationPreparedEvent prepared) {
            // A child's logging is its parent's.
            if (hasBootParent(prepared.getApplicationContext())) {
                release(prepared.getApplicationContext());
            }
        } else if (event instanceof ContextClosedEvent closed) {
            if (!hasBootParent(closed.getApplicationContext()) && !isCleanedUp(closed.getApplicationContext())) {
                release(closed.getApplicationContext());
            }
        } else if (event instanceof ApplicationFailedEvent && foreign != null) {
            Logback.release(foreign);
        }
    }

    private static boolean isLogback(@Nullable ClassLoader classLoader) {
        return ClassUtils.isPresent("ch.qos.logback.classic.LoggerContext", classLoader);
    }

    private static boolean hasBootParent(ApplicationContext context) {
        ApplicationContext parent = context.getParent();
        return parent != null && parent.containsBean(LoggingApplicationListener.LOGGING_SYSTEM_BEAN_NAME);
    }

    /** Whether Boot tells our logging system: a moment later, when requests have been answered and beans are still there. */
    private boolean isCleanedUp(ApplicationContext context) {
        return foreign == null && context.getParent() == null;
    }

    private static void release(ApplicationContext context) {
        ApplicationContext parent = context.getParent();
        Environment environment = context.getEnvironment();
        if (isLogback(context.getClassLoader()) && (parent == null || parent.getEnvironment() != environment)) {
            Logback.release(environment);
        }
    }

    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER + 1;
    }

    /** Apart, so that the listener loads where there is no Logback. */
    private static final class Logback {

        static boolean isForeign(ClassLoader classLoader) {
            LoggingSystem system = LoggingSystem.get(classLoader);
            return system instanceof LogbackLoggingSystem && !(system instanceof TunedLogbackLoggingSystem);
        }

        static void install(Environment environment) {
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
                PresetInstaller.install(context, environment, null, false);
                PresetInstaller.acquire(context, environment);
            }
        }

        static void release(Environment environment) {
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
                PresetInstaller.release(context, environment);
            }
        }
    }
}
