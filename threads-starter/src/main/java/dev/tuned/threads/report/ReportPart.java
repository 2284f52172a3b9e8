/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** One thing that the starter has applied, for the start-up line, the warnings and the endpoint. */
public interface ReportPart extends ReportContributor {

    /** Key in the endpoint, such as {@code sendfile}; {@link ThreadsReport} has the order. */
    String name();

    /** What the start-up line says of it; null to say nothing. */
    @Nullable
    String summary();

    /** Settings without effect and the like, each to be logged once at the start. */
    default List<String> warnings() {
        return List.of();
    }

    /** Settings and counts since the start, by name. */
    Map<String, @Nullable Object> details();

    /** What its meters show. */
    default List<Count> counts() {
        return List.of();
    }

    /** This one. */
    @Override
    default List<ReportPart> reportParts() {
        return List.of(this);
    }

    /** Those of the properties that are set, for a warning. */
    static List<String> set(List<String> properties, Environment environment) {
        return properties.stream().filter(environment::containsProperty).toList();
    }
}
