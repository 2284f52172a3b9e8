/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

import dev.tuned.threads.plan.ThreadPlan;

/** Logs at start-up what is applied, and warns of settings that have no effect. */
public final class ThreadsReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log log = LogFactory.getLog(ThreadsReport.class);

    private static final String PREFIX = "tuned threads: ";

    private static final List<String> ORDER =
            List.of("web", "concurrencyLimit", "async", "executors", "scheduling", "tomcat", "sendfile");

    private final ThreadPlan plan;

    private final ApplicationContext context;

    ThreadsReport(ThreadPlan plan, ApplicationContext context) {
        this.plan = plan;
        this.context = context;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        // A child context publishes its events to its parent too.
        if (event.getApplicationContext() == context) {
            List<ReportPart> parts = parts();
            plan.warnings().forEach(this::warn);
            parts.forEach(part -> part.warnings().forEach(this::warn));
            log.info(PREFIX + summary(parts));
        }
    }

    private void warn(String warning) {
        log.warn(PREFIX + warning);
    }

    /** The start-up line. */
    public static String summary(List<ReportPart> parts) {
        return parts.stream().map(ReportPart::summary).filter(Objects::nonNull).collect(Collectors.joining(", "));
    }

    /** All parts in the order of the report. */
    public List<ReportPart> parts() {
        WebServerThreads web = WebServerThreads.of(context);
        List<ReportPart> parts = new ArrayList<>();
        parts.add(new TargetPart(plan.web(), context.getEnvironment(), web.notAppliedReason()));
        for (ReportContributor contributor : context.getBeanProvider(ReportContributor.class)) {
            parts.addAll(contributor.reportParts());
        }
        parts.sort(Comparator.comparingInt(part -> ORDER.indexOf(part.name())));
        return parts;
    }
}
