/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains an {@link InvalidUploadHandlerException}. */
final class InvalidUploadHandlerFailureAnalyzer extends AbstractFailureAnalyzer<InvalidUploadHandlerException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidUploadHandlerException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.action(), cause);
    }
}
