/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

import com.couchbase.client.core.error.DocumentLockedException;
import com.couchbase.client.core.error.InvalidArgumentException;
import com.couchbase.client.core.error.RequestCanceledException;
import com.couchbase.client.core.error.ValueTooLargeException;
import com.couchbase.client.core.error.subdoc.DeltaInvalidException;
import com.couchbase.client.core.error.subdoc.NumberTooBigException;
import com.couchbase.client.core.retry.RetryReason;

/** Helps to look at what a future failed with. */
public final class Failures {

    /** The server has the document, and somebody else is at it. */
    private static final Set<RetryReason> ANSWERS = Set.of(
            RetryReason.KV_LOCKED,
            RetryReason.KV_SYNC_WRITE_IN_PROGRESS,
            RetryReason.KV_SYNC_WRITE_RE_COMMIT_IN_PROGRESS);

    private Failures() {}

    /** The failure itself, without the wrapper that a dependent future puts around it. */
    public static Throwable cause(Throwable error) {
        Throwable cause = error.getCause();
        return (error instanceof CompletionException && cause != null) ? cause : error;
    }

    /** Whether the store works and had something against this one operation. */
    static boolean isAnswer(Throwable cause) {
        return cause instanceof ValueTooLargeException
                || cause instanceof DocumentLockedException
                || cause instanceof DeltaInvalidException
                || cause instanceof NumberTooBigException
                || (cause instanceof RequestCanceledException canceled
                        && canceled.reason().innerReason() instanceof RetryReason reason
                        && ANSWERS.contains(reason));
    }

    /** Whether the operation was refused on this side, which says nothing about the store. */
    static boolean isInvalid(Throwable cause) {
        return cause instanceof InvalidArgumentException || cause instanceof IllegalArgumentException;
    }

    static boolean isTimeout(Throwable cause) {
        return cause instanceof com.couchbase.client.core.error.TimeoutException || cause instanceof TimeoutException;
    }

    /** One line: the SDK's messages go on with a page of context. */
    static String summary(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        String text = (cause.getMessage() != null) ? name + ": " + cause.getMessage() : name;
        int context = text.indexOf(" {");
        return (context > 0) ? text.substring(0, context) : text;
    }
}
