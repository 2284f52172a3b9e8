/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/** Says which property to change, and to what. Comes before Boot's own analyzer of bind failures. */
@Order(0)
final class InvalidLoggingConfigurationFailureAnalyzer
        extends AbstractFailureAnalyzer<InvalidLoggingConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidLoggingConfigurationException cause) {
        return new FailureAnalysis(
                "The value '%s' of property '%s' cannot be used: %s."
                        .formatted(cause.value(), cause.property(), cause.reason()),
                cause.action(),
                cause);
    }
}
