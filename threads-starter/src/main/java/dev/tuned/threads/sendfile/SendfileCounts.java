/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What was handed to sendfile and what was not, since the start. Thread-safe. */
public final class SendfileCounts {

    private final LongAdder sent = new LongAdder();

    private final LongAdder bytes = new LongAdder();

    private final Map<Fallback, LongAdder> fallbacks = new EnumMap<>(Fallback.class);

    SendfileCounts() {
        for (Fallback reason : Fallback.values()) {
            this.fallbacks.put(reason, new LongAdder());
        }
    }

    void addSent(long length) {
        this.sent.increment();
        this.bytes.add(length);
    }

    void add(Fallback reason) {
        counter(reason).increment();
    }

    /** Number of responses whose body was handed to sendfile, whether or not the client has read all of it. */
    public long sent() {
        return this.sent.sum();
    }

    /** Length of these bodies together, in bytes. */
    public long bytes() {
        return this.bytes.sum();
    }

    /** Number of responses that were written by copying, for this reason. */
    public long fallbacks(Fallback reason) {
        return counter(reason).sum();
    }

    private LongAdder counter(Fallback reason) {
        // Never null: the constructor made one for each.
        return this.fallbacks.getOrDefault(reason, this.sent);
    }
}
