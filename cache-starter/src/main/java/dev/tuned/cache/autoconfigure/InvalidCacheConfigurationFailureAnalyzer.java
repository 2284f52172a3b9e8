/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/** Names the property to change. Ordered before Spring Boot's analyzer of binding errors, which would only quote it. */
@Order(0)
final class InvalidCacheConfigurationFailureAnalyzer
        extends AbstractFailureAnalyzer<InvalidCacheConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidCacheConfigurationException cause) {
        String description =
                "The property '%s' has the value '%s': %s.".formatted(cause.property(), cause.value(), cause.reason());
        return new FailureAnalysis(description, cause.action(), cause);
    }
}
