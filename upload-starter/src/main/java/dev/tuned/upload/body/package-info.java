/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The body of an upload as it arrives: its size, its minimum rate, what listeners are notified of, and how another thread ends the
 * reading. No API. Uses the bounds and the failure of the parser.
 */
@NullMarked
package dev.tuned.upload.body;

import org.jspecify.annotations.NullMarked;
