/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;

import dev.tuned.logging.AsyncLogging;

/** Says what is in force, and what costs more than it need: once, even where several applications share one logging. */
final class LoggingStartupLine implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log log = LogFactory.getLog(LoggingStartupLine.class);

    private final InForce inForce;

    LoggingStartupLine(InForce inForce) {
        this.inForce = inForce;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        AsyncLogging installed = inForce.find();
        if (installed == null) {
            log.info("tuned logging: not in force, the logging system is not one of Spring Boot's for Logback");
        } else if (installed.isFirstToTell()) {
            log.info(installed.describe());
            installed.warnings().forEach(log::warn);
        }
    }
}
