/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The queue in front of one appender: callers put events into it, one thread of its own writes them. Knows no file, no encoder and no class
 * of appenders. No API, but for the values that {@link dev.tuned.logging.AsyncLogging} returns; uses none of the other packages.
 */
@NullMarked
package dev.tuned.logging.queue;

import org.jspecify.annotations.NullMarked;
