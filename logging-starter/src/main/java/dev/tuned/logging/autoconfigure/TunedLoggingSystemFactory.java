/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.LoggerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.LoggingSystemFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;

import dev.tuned.check.SpringBoot3;

/** Comes just before Boot's own factory for Logback, and leaves everything else to Boot. */
@Order(Ordered.HIGHEST_PRECEDENCE + 1000)
final class TunedLoggingSystemFactory implements LoggingSystemFactory {

    @Override
    public @Nullable LoggingSystem getLoggingSystem(ClassLoader classLoader) {
        if (ClassUtils.isPresent(SpringBoot3.ONLY_THERE, classLoader)
                || !ClassUtils.isPresent("ch.qos.logback.classic.LoggerContext", classLoader)) {
            return null;
        }
        return Logback.isBound() ? new TunedLogbackLoggingSystem(classLoader) : null;
    }

    /** Apart, so that the factory loads where there is no Logback. */
    private static final class Logback {

        static boolean isBound() {
            ILoggerFactory factory = LoggerFactory.getILoggerFactory();
            // Another thread is still binding; Boot's system waits for it, and says so if it is not Logback in the end.
            return factory instanceof LoggerContext || factory instanceof SubstituteLoggerFactory;
        }
    }
}
