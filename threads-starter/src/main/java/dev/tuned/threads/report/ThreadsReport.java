/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

import dev.tuned.threads.plan.ThreadPlan;

/** Logs at start-up what is applied, and warns of settings that have no effect. */
public final class ThreadsReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log log = LogFactory.getLog(ThreadsReport.class);

    private static final List<String> ORDER = List.of("web", "concurrencyLimit", "async", "scheduling", "sendfile");

    private final ThreadPlan plan;

    private final ApplicationContext context;

    public ThreadsReport(ThreadPlan plan, ApplicationContext context) {
        this.plan = plan;
        this.context = context;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        // A child context publishes its events to its parent too.
        if (event.getApplicationContext() == context) {
            List<ReportPart> parts = parts();
            Stream.concat(plan.warnings().stream(), parts.stream().flatMap(part -> part.warnings().stream()))
                    .forEach(warning -> log.warn("tuned threads: " + warning));
            log.info("tuned threads: " + summary(parts));
        }
    }

    /** The start-up line. */
    public static String summary(List<ReportPart> parts) {
        String summary =
                parts.stream().map(ReportPart::summary).filter(Objects::nonNull).collect(Collectors.joining(", "));
        return summary.isEmpty() ? "as Spring Boot" : summary;
    }

    /** All parts in the order of the report. */
    public List<ReportPart> parts() {
        return context.getBeanProvider(ReportContributor.class).stream()
                .flatMap(contributor -> contributor.reportParts().stream())
                .sorted(Comparator.comparingInt(part -> ORDER.indexOf(part.name())))
                .toList();
    }
}
