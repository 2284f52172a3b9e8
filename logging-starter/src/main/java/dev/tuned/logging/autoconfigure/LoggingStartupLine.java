/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.LoggerContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;

import dev.tuned.logging.AsyncLogging;

/** Says what is in force, and what costs more than it need. */
final class LoggingStartupLine implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log log = LogFactory.getLog(LoggingStartupLine.class);

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            AsyncLogging installed = AsyncLogging.of(context);
            if (installed == null) {
                log.info(
                        "tuned logging: not in force, another logging system than Spring Boot's for Logback was chosen");
                return;
            }
            log.info(installed.describe());
            installed.warnings().forEach(log::warn);
        }
    }
}
