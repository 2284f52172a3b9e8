/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** One thing that the starter has applied, for the start-up line, the warnings and the endpoint. */
public interface ReportPart {

    /** Key in the endpoint, such as {@code sendfile}; {@link ThreadsReport} has the order. */
    String name();

    /** Its text in the start-up line; null for none. */
    @Nullable
    String summary();

    /** Settings without effect and the like, each to be logged once at the start. */
    default List<String> warnings() {
        return List.of();
    }

    /** Settings and counts since the start, by name. */
    Map<String, @Nullable Object> details();

    /** Forgets what it has learned since the start, and begins again. */
    default void reset() {}

    /** The numbers that its meters show. */
    default List<Count> counts() {
        return List.of();
    }
}
