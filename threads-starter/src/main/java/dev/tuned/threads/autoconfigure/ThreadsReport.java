/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

/** Says at start-up what is in force, and warns of settings that are not. */
final class ThreadsReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log logger = LogFactory.getLog(ThreadsReport.class);

    private static final String PREFIX = "tuned threads: ";

    private final ThreadWarnings warnings;

    private final ObjectProvider<Part> parts;

    private final ApplicationContext context;

    ThreadsReport(ThreadWarnings warnings, ObjectProvider<Part> parts, ApplicationContext context) {
        this.warnings = warnings;
        this.parts = parts;
        this.context = context;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        // A child context publishes its events to its parent too.
        if (event.getApplicationContext() == this.context) {
            Stream.concat(this.warnings.list().stream(), parts().flatMap(part -> part.warnings().stream()))
                    .forEach(warning -> logger.warn(PREFIX + warning));
            logger.info(PREFIX + inForce());
        }
    }

    /** Everything in force, in a line. */
    String inForce() {
        return parts().map(Part::inForce).filter(Objects::nonNull).collect(Collectors.joining(", "));
    }

    Stream<Part> parts() {
        return this.parts.orderedStream();
    }
}
