/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

/**
 * Sink that keeps a part in memory up to a threshold, and in a temporary file above it or where the memory for all uploads is
 * used up: what the drop-in tier does with files. Safe for use by many threads.
 *
 * <p>Nothing of a part that is aborted stays. A stored part is to be closed, or moved, by whoever got it.
 */
public final class MemoryThenFileSink implements UploadSink<StoredContent> {

    private final UploadEngine engine;

    private final long threshold;

    /** Makes a sink with the application's threshold. */
    public MemoryThenFileSink(UploadEngine engine) {
        this(engine, engine.settings().threshold());
    }

    /**
     * Makes a sink with a threshold of its own.
     *
     * @param threshold bytes up to which a part stays in memory, 0 for none
     * @throws IllegalArgumentException if it is negative
     */
    public MemoryThenFileSink(UploadEngine engine, long threshold) {
        if (threshold < 0) {
            throw new IllegalArgumentException("Threshold must not be negative, but is " + threshold);
        }
        this.engine = engine;
        this.threshold = threshold;
    }

    @Override
    public Writer<StoredContent> open(PartInfo part) {
        return writer();
    }

    ContentWriter writer() {
        return new ContentWriter(engine, threshold);
    }
}
