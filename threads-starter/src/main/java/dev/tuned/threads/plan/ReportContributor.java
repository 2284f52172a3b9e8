/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * One thing that the starter has applied. Its beans, in their order, are what the start-up line, the warnings and the
 * endpoint are made of; all are asked once the application has started, and the endpoint asks again, from any thread.
 * Orders: limits 15, executors 20, Tomcat 40, sendfile 50; whatever has none comes last.
 */
public interface ReportContributor {

    /** Key in the endpoint, such as {@code sendfile}. */
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

    /** What to report, in this order, where it is more than this. */
    default List<ReportContributor> parts() {
        return List.of(this);
    }
}
