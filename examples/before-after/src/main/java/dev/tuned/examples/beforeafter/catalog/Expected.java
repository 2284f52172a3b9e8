/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Expectation;

/** What is expected of the answers in a load. */
public final class Expected {

    private Expected() {}

    /** The status alone. */
    public static Expectation status(int status) {
        return answer -> answer.status() == status;
    }

    /** Status and start of the body: for bodies that differ from request to request. */
    public static Expectation startsWith(int status, byte[] prefix) {
        return answer -> {
            ByteBuffer start = answer.start();
            return answer.status() == status
                    && prefix.length <= start.remaining()
                    && start.limit(prefix.length).equals(ByteBuffer.wrap(prefix));
        };
    }

    /** Status, length of the body, and checksum of its first 16 KB. */
    static Expectation content(int status, long length, int checksum) {
        return answer -> answer.status() == status && answer.bodyLength() == length && checksum(answer) == checksum;
    }

    private static int checksum(Answer answer) {
        CRC32 checksum = new CRC32();
        checksum.update(answer.start());
        return (int) checksum.getValue();
    }

    /**
     * Status, and the same length and checksum of the body as the first right response had, whichever server sent that
     * one: sharing the request between servers holds their answers equal. Thread-safe.
     */
    public static Expectation sameBody(int status) {
        AtomicReference<@Nullable Expectation> first = new AtomicReference<>();
        return answer -> {
            if (answer.status() == status && first.get() == null) {
                first.compareAndSet(null, content(status, answer.bodyLength(), checksum(answer)));
            }
            Expectation same = first.get();
            return same != null && same.accepts(answer);
        };
    }
}
