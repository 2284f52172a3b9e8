/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.LoggerContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import dev.tuned.logging.install.InstalledLogging;

/** Puts the preset in force with the properties of an environment, whose application then owns it until it ends. */
final class PresetInstaller {

    private PresetInstaller() {}

    static void install(
            LoggerContext context, Environment environment, @Nullable InstalledLogging before, boolean bootDefaults) {
        Binder binder = Binder.get(environment);
        try {
            if (binder.bind("tuned.logging.enabled", Boolean.class).orElse(true)) {
                LoggingProperties properties = binder.bindOrCreate("tuned.logging", LoggingProperties.class);
                InstalledLogging.install(context, AsyncSettingsFactory.settings(properties), before);
                if (bootDefaults) {
                    context.setPackagingDataEnabled(properties.exceptionPackagingData());
                }
            }
        } catch (BindException ex) {
            // Boot prints whatever is thrown from here as a stack trace. The application context binds them again, and
            // fails.
        }
    }

    static void acquire(LoggerContext context, Object owner) {
        InstalledLogging installed = InstalledLogging.of(context);
        if (installed != null) {
            installed.acquire(owner);
        }
    }

    static void release(LoggerContext context, Object owner) {
        InstalledLogging installed = InstalledLogging.of(context);
        if (installed != null) {
            installed.release(owner);
        }
    }
}
