/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/** Says at start-up what is in force, and warns of settings that are not. */
final class ThreadsReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log logger = LogFactory.getLog(ThreadsReport.class);

    private static final String PREFIX = "tuned threads: ";

    private final ThreadPlan plan;

    private final TaskThreadsPostProcessor tasks;

    private final WebThreads web;

    private final List<Part> parts;

    private final ApplicationContext context;

    ThreadsReport(
            ThreadPlan plan,
            TaskThreadsPostProcessor tasks,
            WebThreads web,
            List<Part> parts,
            ApplicationContext context) {
        this.plan = plan;
        this.tasks = tasks;
        this.web = web;
        this.parts = parts;
        this.context = context;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        // A child context publishes its events to its parent too.
        if (event.getApplicationContext() == this.context) {
            new ThreadWarnings(this.plan, this.context)
                    .list(this.web, this.tasks)
                    .forEach(warning -> logger.warn(PREFIX + warning));
            this.parts.forEach(part -> part.warnings().forEach(warning -> logger.warn(PREFIX + warning)));
            logger.info(PREFIX + inForce());
        }
    }

    private String inForce() {
        return Stream.concat(
                        Stream.of(this.web.describe(), async(), scheduling(), this.web.processorCache()),
                        this.parts.stream().map(Part::inForce))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
    }

    private String async() {
        return this.tasks.governs(TaskThreadsPostProcessor.EXECUTOR)
                ? this.plan.async().toString()
                : "async left to the application's executor";
    }

    private String scheduling() {
        if (!this.context.containsBean(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME)) {
            return "scheduling not enabled";
        }
        return this.tasks.governs(TaskThreadsPostProcessor.SCHEDULER)
                ? this.plan.scheduling().toString()
                : "scheduling left to the application's scheduler";
    }
}
