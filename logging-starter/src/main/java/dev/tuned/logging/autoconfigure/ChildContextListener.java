/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.util.ClassUtils;

import dev.tuned.logging.install.InstalledLogging;

/**
 * Lets go of {@link TunedLogbackLoggingSystem logging} for a context with a parent, for which Boot initializes it and does not clean up.
 * Boot registers it with each context of a {@code SpringApplication}, so it needs no auto-configuration there.
 */
final class ChildContextListener implements ApplicationListener<ContextClosedEvent> {

    private static final boolean PRESENT =
            ClassUtils.isPresent("ch.qos.logback.classic.LoggerContext", ChildContextListener.class.getClassLoader());

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        ApplicationContext context = event.getApplicationContext();
        ApplicationContext parent = context.getParent();
        if (PRESENT && parent != null && parent.getEnvironment() != context.getEnvironment()) {
            InstalledLogging installed = InstalledLogging.active();
            if (installed != null) {
                installed.release(context.getEnvironment());
            }
        }
    }
}
