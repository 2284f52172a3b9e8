/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** Checks a response. Implementations allocate nothing, since each response of a load is checked. */
public interface Expectation {

    /** Whether the response is right. */
    boolean accepts(Answer response);

    /** Whether a response that is not right is no fault either: the server may say no in this way. */
    default boolean allowsDeclining(Answer response) {
        return false;
    }

    /** This one, or status 503 with the time after which to try again. */
    default Expectation orUnavailable() {
        Expectation served = this;
        return new Expectation() {
            @Override
            public boolean accepts(Answer response) {
                return served.accepts(response);
            }

            @Override
            public boolean allowsDeclining(Answer response) {
                return response.status() == 503
                        && !response.header("Retry-After").isEmpty();
            }
        };
    }

    /** Status and start of the body: for bodies that differ from request to request. */
    static Expectation startsWith(int status, byte[] prefix) {
        return response -> response.status() == status && response.startsWith(prefix);
    }

    /** Status, length and checksum of the body. */
    static Expectation content(int status, long length, int checksum) {
        return response ->
                response.status() == status && response.bodyLength() == length && response.checksum() == checksum;
    }

    /**
     * Status, and the same length and checksum of the body as the first right response had, whichever server sent that
     * one: sharing the request between servers holds their answers equal. Thread-safe.
     */
    static Expectation sameBody(int status) {
        AtomicReference<@Nullable Expectation> first = new AtomicReference<>();
        return response -> {
            if (response.status() == status && first.get() == null) {
                first.compareAndSet(null, content(status, response.bodyLength(), response.checksum()));
            }
            Expectation same = first.get();
            return same != null && same.accepts(response);
        };
    }
}
