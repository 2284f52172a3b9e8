/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a {@link VirtualThreadsUnavailableException}. */
final class VirtualThreadsUnavailableFailureAnalyzer
        extends AbstractFailureAnalyzer<VirtualThreadsUnavailableException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, VirtualThreadsUnavailableException cause) {
        String description = cause.getMessage() + ", and tuned.threads.on-unsupported=fail.";
        String action = "Run on Java 21 or later (from Java 24 on, virtual threads that block inside synchronized"
                + " are not pinned), ask for auto or platform instead of virtual,"
                + " or set tuned.threads.on-unsupported=warn to start on platform threads.";
        return new FailureAnalysis(description, action, cause);
    }
}
