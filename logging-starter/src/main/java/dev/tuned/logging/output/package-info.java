/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Between Logback's appenders and the queue: replaces the stream of an appender by one in front of the queue, comes back after the stream
 * was another one for a while, and writes to files and the console. No API. Uses the queue, and nothing above.
 */
@NullMarked
package dev.tuned.logging.output;

import org.jspecify.annotations.NullMarked;
