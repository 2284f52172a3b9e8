/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** Settings that are for an embedded Tomcat, where the application has another web server or none. */
record NoTomcatContributor(WebServerThreads web, ExplicitProperties set) implements ReportContributor {

    @Override
    public String name() {
        return "notApplicable";
    }

    @Override
    public @Nullable String summary() {
        List<String> settings = settings();
        return settings.isEmpty() ? null : "not applicable without Tomcat: " + String.join(", ", settings);
    }

    @Override
    public Map<String, @Nullable Object> details() {
        return Map.of("settings", settings());
    }

    private List<String> settings() {
        if (!WebServerThreads.NO_TOMCAT.equals(this.web.notAppliedReason())) {
            return List.of();
        }
        return Stream.of("tuned.threads.web", "tuned.threads.tomcat")
                .flatMap(prefix -> this.set.below(prefix).stream())
                .toList();
    }
}
