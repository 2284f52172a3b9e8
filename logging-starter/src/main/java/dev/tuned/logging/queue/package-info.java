/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The queue of bytes in front of one appender's stream: callers put lines into it, one thread of its own writes them. Knows no file, no
 * encoder and no appender. No API.
 *
 * <p>{@link dev.tuned.logging.queue.LineQueue} takes lines into the {@code ByteRing},
 * {@code LineWriter} writes them to an {@link dev.tuned.logging.queue.Output}, and
 * {@code LineCounts} says what became of each.
 */
@NullMarked
package dev.tuned.logging.queue;

import org.jspecify.annotations.NullMarked;
