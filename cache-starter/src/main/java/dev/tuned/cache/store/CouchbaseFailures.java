/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.EnumSet;
import java.util.Set;

import com.couchbase.client.core.error.DocumentLockedException;
import com.couchbase.client.core.error.DurabilityImpossibleException;
import com.couchbase.client.core.error.DurabilityLevelNotAvailableException;
import com.couchbase.client.core.error.FeatureNotAvailableException;
import com.couchbase.client.core.error.InvalidArgumentException;
import com.couchbase.client.core.error.RequestCanceledException;
import com.couchbase.client.core.error.ValueTooLargeException;
import com.couchbase.client.core.error.subdoc.DeltaInvalidException;
import com.couchbase.client.core.error.subdoc.NumberTooBigException;
import com.couchbase.client.core.retry.RetryReason;

/** What the failures of Couchbase's client say. */
final class CouchbaseFailures {

    private CouchbaseFailures() {}

    static FailureKind kind(Throwable cause) {
        if (cause instanceof ValueTooLargeException) {
            return FailureKind.TOO_LARGE;
        }
        if (cause instanceof DocumentLockedException
                || cause instanceof DeltaInvalidException
                || cause instanceof NumberTooBigException
                || reasons(cause).contains(RetryReason.KV_LOCKED)) {
            return FailureKind.ANSWER;
        }
        if (cause instanceof InvalidArgumentException) {
            return FailureKind.INVALID;
        }
        return (cause instanceof com.couchbase.client.core.error.TimeoutException)
                ? FailureKind.TIMEOUT
                : FailureKind.of(cause);
    }

    /** One line, with what to check where that is known. */
    static String summary(Throwable cause) {
        String text = Failures.summary(cause);
        // The SDK's messages go on with a page of context.
        int context = text.indexOf(" {");
        Set<RetryReason> reasons = reasons(cause);
        return ((context > 0) ? text.substring(0, context) : text)
                + (reasons.isEmpty() ? "" : " " + reasons)
                + hint(cause, reasons);
    }

    private static String hint(Throwable cause, Set<RetryReason> reasons) {
        if (reasons.contains(RetryReason.AUTHENTICATION_ERROR)) {
            return "; check spring.couchbase.username, spring.couchbase.password and what the user may do";
        }
        if (reasons.contains(RetryReason.COLLECTION_NOT_FOUND)
                || reasons.contains(RetryReason.KV_COLLECTION_OUTDATED)) {
            return "; check tuned.cache.couchbase.scope and tuned.cache.couchbase.collection";
        }
        if (reasons.contains(RetryReason.BUCKET_OPEN_IN_PROGRESS)
                || reasons.contains(RetryReason.BUCKET_NOT_AVAILABLE)) {
            return "; check spring.couchbase.connection-string and tuned.cache.couchbase.bucket";
        }
        if (cause instanceof DurabilityLevelNotAvailableException
                || cause instanceof DurabilityImpossibleException
                || cause instanceof FeatureNotAvailableException) {
            return "; check tuned.cache.couchbase.durability, .scope and .collection against what the server has";
        }
        return "";
    }

    /** Why the SDK retried an operation, or did not. */
    private static Set<RetryReason> reasons(Throwable cause) {
        Set<RetryReason> reasons = EnumSet.noneOf(RetryReason.class);
        if (cause instanceof com.couchbase.client.core.error.TimeoutException timeout) {
            reasons.addAll(timeout.retryReasons());
        }
        if (cause instanceof RequestCanceledException canceled
                && canceled.reason().innerReason() instanceof RetryReason reason) {
            reasons.add(reason);
        }
        return reasons;
    }
}
