/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.LoggerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

import dev.tuned.logging.install.InstalledLogging;

/** Boot's logging system for Logback, which makes the appenders asynchronous once Boot has configured them. */
final class TunedLogbackLoggingSystem extends LogbackLoggingSystem {

    /** For whom logging was initialized: not this, because others may make another one to initialize it again for them. */
    private @Nullable Environment environment;
    /** Whether this only initializes again what others own: it ended their logging without ever having begun its own. */
    private boolean onBehalfOfOthers;

    TunedLogbackLoggingSystem(ClassLoader classLoader) {
        super(classLoader);
    }

    @Override
    public void initialize(
            LoggingInitializationContext initializationContext,
            @Nullable String configLocation,
            @Nullable LogFile logFile) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        boolean first = context.getObject(LoggingSystem.class.getName()) == null;
        InstalledLogging before = InstalledLogging.of(context);
        super.initialize(initializationContext, configLocation, logFile);
        environment = initializationContext.getEnvironment();
        if (environment != null) {
            if (first) {
                install(context, environment, before);
            }
            InstalledLogging installed = InstalledLogging.of(context);
            if (installed != null && !onBehalfOfOthers && !isForBootstrap(environment)) {
                installed.acquire(environment);
            }
        }
    }

    /** Whether it belongs to the context that Spring Cloud puts above an application and never closes; by the sign of Spring Cloud itself. */
    private static boolean isForBootstrap(Environment environment) {
        return environment instanceof ConfigurableEnvironment configurable
                && configurable.getPropertySources().contains("bootstrap");
    }

    private void install(LoggerContext context, Environment environment, @Nullable InstalledLogging before) {
        Binder binder = Binder.get(environment);
        try {
            if (binder.bind("tuned.logging.enabled", Boolean.class).orElse(true)) {
                LoggingProperties properties = binder.bindOrCreate("tuned.logging", LoggingProperties.class);
                InstalledLogging.install(context, properties.settings(), before);
            }
        } catch (BindException | InvalidConfigurationPropertyValueException ex) {
            // Boot prints whatever is thrown from here as a stack trace. The application context binds them again, and
            // fails.
        }
    }

    /** Called when an application closes or fails to start, before its beans are destroyed. */
    @Override
    public void cleanUp() {
        onBehalfOfOthers |= environment == null;
        InstalledLogging installed = InstalledLogging.active();
        if (installed != null) {
            installed.release((environment != null) ? environment : this);
        }
        super.cleanUp();
    }
}
