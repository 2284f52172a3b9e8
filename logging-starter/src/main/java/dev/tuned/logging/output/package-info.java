/* SPDX-License-Identifier: Apache-2.0 */
/**
 * From an event to bytes in a file or on the console: batches, targets, encoders and caller data. No API. Uses the queue's interfaces, and
 * nothing above.
 */
@NullMarked
package dev.tuned.logging.output;

import org.jspecify.annotations.NullMarked;
