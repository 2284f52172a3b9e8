/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The queue in front of one appender: callers put events into it, one thread of its own writes them. Knows no file, no encoder and no class
 * of appenders; uses none of the other packages. No API, but for the values that say what has become of the events.
 *
 * <p>An event is claimed and published by one step of a caller, taken by the writer, and released when it is written or dropped; the ring
 * has these numbers, and the counts what became of it.
 */
@NullMarked
package dev.tuned.logging.queue;

import org.jspecify.annotations.NullMarked;
