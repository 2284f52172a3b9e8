/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/** Explains an {@link InvalidUploadConfigurationException}, before Boot's analyzer of failed binding can. */
@Order(0)
final class InvalidUploadConfigurationFailureAnalyzer
        extends AbstractFailureAnalyzer<InvalidUploadConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidUploadConfigurationException cause) {
        String description = "The property '%s' has the value '%s', which cannot work: %s."
                .formatted(cause.property(), cause.value(), cause.reason());
        return new FailureAnalysis(description, cause.action(), cause);
    }
}
