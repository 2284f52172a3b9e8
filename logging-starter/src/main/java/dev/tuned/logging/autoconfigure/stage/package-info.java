/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Times of what the application observes with Micrometer, as a table in the log. No API. Nothing of it
 * acts unless it is switched on.
 */
@NullMarked
package dev.tuned.logging.autoconfigure.stage;

import org.jspecify.annotations.NullMarked;
