/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import com.couchbase.client.core.msg.CancellationReason;
import com.couchbase.client.core.msg.Request;
import com.couchbase.client.core.msg.Response;
import com.couchbase.client.core.retry.BestEffortRetryStrategy;
import com.couchbase.client.core.retry.RetryAction;
import com.couchbase.client.core.retry.RetryReason;

/**
 * Retries nothing while a caller waits, but for what the client clears up by itself: the first operation on a named
 * collection only makes the client ask for the collection's number, and another durable write to a document ends soon.
 */
final class FailFast extends BestEffortRetryStrategy {

    static final FailFast INSTANCE = new FailFast();

    private static final Set<RetryReason> PASSING = EnumSet.of(
            RetryReason.COLLECTION_NOT_FOUND,
            RetryReason.COLLECTION_MAP_REFRESH_IN_PROGRESS,
            RetryReason.KV_COLLECTION_OUTDATED,
            RetryReason.KV_SYNC_WRITE_IN_PROGRESS,
            RetryReason.KV_SYNC_WRITE_RE_COMMIT_IN_PROGRESS);

    private FailFast() {}

    @Override
    public CompletableFuture<RetryAction> shouldRetry(Request<? extends Response> request, RetryReason reason) {
        if (PASSING.contains(reason)) {
            return super.shouldRetry(request, reason);
        }
        // Cancelled here: for each "no" the client would write a line to the log, one per operation in an outage.
        request.cancel(CancellationReason.noMoreRetries(reason));
        return new CompletableFuture<>();
    }
}
