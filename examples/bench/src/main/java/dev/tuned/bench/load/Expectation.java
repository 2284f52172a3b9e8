/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** Checks a response. Implementations allocate nothing, since each response of a load is checked. */
public interface Expectation {

    /** Whether the response is right. */
    boolean accepts(Answer response);

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
