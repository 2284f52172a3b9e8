/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

/** Says at start-up what is applied, and warns of settings that have no effect. */
public final class ThreadsReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log logger = LogFactory.getLog(ThreadsReport.class);

    private static final String PREFIX = "tuned threads: ";

    private final ThreadPlan plan;

    private final ObjectProvider<WebServerThreads> web;

    private final ObjectProvider<ReportContributor> contributors;

    private final ApplicationContext context;

    ThreadsReport(
            ThreadPlan plan,
            ObjectProvider<WebServerThreads> web,
            ObjectProvider<ReportContributor> contributors,
            ApplicationContext context) {
        this.plan = plan;
        this.web = web;
        this.contributors = contributors;
        this.context = context;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        // A child context publishes its events to its parent too.
        if (event.getApplicationContext() == this.context) {
            Stream.concat(this.plan.warnings().stream(), contributors().flatMap(each -> each.warnings().stream()))
                    .forEach(warning -> logger.warn(PREFIX + warning));
            logger.info(PREFIX + summary());
        }
    }

    /** Everything that is applied, in a line. */
    String summary() {
        return contributors()
                .map(ReportContributor::summary)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
    }

    Stream<ReportContributor> contributors() {
        WebServerThreads threads = this.web.getIfAvailable(() -> WebServerThreads.NONE);
        return Stream.concat(
                Stream.of(new TargetContributor(
                        this.plan.web(), this.context.getEnvironment(), threads::notAppliedReason)),
                this.contributors.orderedStream().flatMap(contributor -> contributor.parts().stream()));
    }
}
