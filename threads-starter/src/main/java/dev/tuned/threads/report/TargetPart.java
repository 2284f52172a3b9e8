/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

import dev.tuned.threads.plan.ThreadDecision;

/**
 * Kind of thread of one target, as decided or as the application has it.
 *
 * @param decision of the plan
 * @param environment where the target's own mode is set
 * @param notAppliedReason why the decision is not applied, such as {@code not enabled}; null where it is
 */
public record TargetPart(
        ThreadDecision decision,
        Environment environment,
        @Nullable String notAppliedReason) implements ReportPart {

    @Override
    public String name() {
        return decision.target();
    }

    @Override
    public String summary() {
        return (notAppliedReason != null) ? name() + " " + notAppliedReason : decision.toString();
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("requested", environment.getProperty("tuned.threads.%s.mode".formatted(name()), "default"));
        boolean applied = notAppliedReason == null;
        details.put("effective", applied ? decision.kind() : notAppliedReason);
        if (applied) {
            details.put("why", decision.reason());
        }
        return details;
    }
}
