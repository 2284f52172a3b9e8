/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what is written and how it ends. */
public final class CountingSink implements UploadSink<Long> {

    public final AtomicInteger opened = new AtomicInteger();

    public final AtomicLong written = new AtomicLong();

    public final AtomicInteger committed = new AtomicInteger();

    public final AtomicInteger aborted = new AtomicInteger();

    @Override
    public Writer<Long> open(PartInfo part) {
        opened.incrementAndGet();
        return new Writer<>() {
            private long size;

            @Override
            public void write(byte[] bytes, int offset, int length) {
                size += length;
                written.addAndGet(length);
            }

            @Override
            public Long commit() {
                committed.incrementAndGet();
                return size;
            }

            @Override
            public void abort() {
                aborted.incrementAndGet();
            }
        };
    }
}
