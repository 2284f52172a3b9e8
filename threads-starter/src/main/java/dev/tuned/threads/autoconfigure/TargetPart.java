/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.autoconfigure.ThreadsProperties.TargetMode;

/**
 * Kind of thread of one target, as decided or as the application has it.
 *
 * @param decision what was decided
 * @param requested the target's own mode; null where it has none
 * @param leftAlone says why the decision is not in force, such as {@code not enabled}; null where it is
 */
record TargetPart(Decision decision, @Nullable TargetMode requested, Supplier<@Nullable String> leftAlone)
        implements Part {

    @Override
    public String name() {
        return this.decision.target();
    }

    @Override
    public String inForce() {
        String reason = this.leftAlone.get();
        return (reason != null) ? name() + " " + reason : this.decision.toString();
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put(
                "requested", (this.requested != null) ? this.requested.name().toLowerCase(Locale.ROOT) : "default");
        String reason = this.leftAlone.get();
        if (reason != null) {
            details.put("effective", reason);
        } else {
            details.put("effective", this.decision.kind());
            details.put("why", this.decision.reason());
        }
        return details;
    }
}
