/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.scheduling.config.TaskManagementConfigUtils;
import org.springframework.util.ClassUtils;

import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.report.ReportPart;

/** The report of the task executor or of the scheduler: its threads, its limit, and settings that have no effect. */
public record TasksPart(
        boolean scheduler, ThreadPlan plan, ExecutorRegistrar registrar, ConfigurableApplicationContext context)
        implements ReportPart {

    private static final String WEB_SERVER = "org.springframework.boot.web.server.context.WebServerApplicationContext";

    @Override
    public String name() {
        return scheduler ? "scheduling" : "async";
    }

    private Mode mode() {
        return scheduler ? plan.scheduling() : plan.async();
    }

    private boolean limited() {
        return !scheduler && plan.asyncSettings().isLimited();
    }

    /** Threads and limit as they are, or why they are left as they were. */
    private String effective() {
        boolean enabled =
                !scheduler || context.containsBean(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME);
        if (!enabled || !managed()) {
            return !enabled ? "not enabled" : "left to the application's " + (scheduler ? "scheduler" : "executor");
        }
        String limit =
                limited() ? ", at most %d tasks".formatted(plan.asyncSettings().maxConcurrency()) : "";
        return (plan.runsVirtual(mode()) ? "virtual" : "platform") + limit;
    }

    private boolean managed() {
        return registrar.isManaged(scheduler ? ExecutorRegistrar.SCHEDULER : ExecutorRegistrar.EXECUTOR);
    }

    /** Nothing where nothing is set. */
    @Override
    public @Nullable String summary() {
        return (mode() == Mode.BOOT && !limited()) ? null : name() + " " + effective();
    }

    /** Warns of settings that have no effect, and of a JVM that would end. */
    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (limited() && !managed()) {
            warnings.add("tuned.threads.async.max-concurrency: no effect, async is " + effective());
        }
        if (!scheduler && !limited() && plan.asyncSettings().rejectAtLimit()) {
            warnings.add("tuned.threads.async.reject-at-limit: no effect without tuned.threads.async.max-concurrency");
        }
        boolean virtual = managed() && plan.runsVirtual(mode()) && plan.differsFromBoot(mode());
        boolean server = ClassUtils.isPresent(WEB_SERVER, null) && context instanceof WebServerApplicationContext;
        if (virtual && !server && !isKeptAlive()) {
            warnings.add(
                    "virtual threads (tuned.threads.%s.mode) do not keep the application running; set spring.main.keep-alive=true"
                            .formatted(name()));
        }
        return warnings;
    }

    /** Also by {@code SpringApplication.setKeepAlive}, of which the environment knows nothing. */
    private boolean isKeptAlive() {
        return context instanceof AbstractApplicationContext spring
                && spring.getApplicationListeners().stream()
                        .anyMatch(listener -> listener.getClass().getName().endsWith("SpringApplication$KeepAlive"));
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("requested", ThreadPlan.text(mode()));
        details.put("effective", effective());
        return details;
    }
}
