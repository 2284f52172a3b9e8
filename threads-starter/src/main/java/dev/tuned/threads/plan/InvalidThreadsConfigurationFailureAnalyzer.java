/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/** Explains an {@link InvalidThreadsConfigurationException}; ordered before Boot's analyzer of bind failures. */
@Order(0)
final class InvalidThreadsConfigurationFailureAnalyzer
        extends AbstractFailureAnalyzer<InvalidThreadsConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidThreadsConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
