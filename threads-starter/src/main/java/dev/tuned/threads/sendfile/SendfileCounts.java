/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of responses that were sent by sendfile or copied, since the start. Thread-safe. */
public final class SendfileCounts {

    private final LongAdder sent = new LongAdder();

    private final LongAdder bytes = new LongAdder();

    private final Map<Fallback, LongAdder> fallbacks = new ConcurrentHashMap<>();

    void addSent() {
        sent.increment();
    }

    void addBytes(long count) {
        bytes.add(count);
    }

    void add(Fallback reason) {
        fallbacks.computeIfAbsent(reason, unused -> new LongAdder()).increment();
    }

    /** Number of responses whose body was sent by sendfile, whether or not the client has read all of it. */
    public long sent() {
        return sent.sum();
    }

    /** Number of bytes that sendfile took from files to sockets; what waited for a slow client was copied. */
    public long bytes() {
        return bytes.sum();
    }

    /** Number of responses that were written by copying, for this reason. */
    public long fallbacks(Fallback reason) {
        LongAdder count = fallbacks.get(reason);
        return (count != null) ? count.sum() : 0;
    }
}
