/* SPDX-License-Identifier: Apache-2.0 */
/** Measurements of what the logging starter keeps to its own package. */
@NullMarked
package dev.tuned.logging.output;

import org.jspecify.annotations.NullMarked;
