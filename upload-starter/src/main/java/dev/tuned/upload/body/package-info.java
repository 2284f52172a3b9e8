/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The body of an upload as it arrives: its size, its minimum rate, the notification of listeners, and the end of the reading by
 * another thread. No API. Uses the limits and the failure of the parser.
 */
@NullMarked
package dev.tuned.upload.body;

import org.jspecify.annotations.NullMarked;
