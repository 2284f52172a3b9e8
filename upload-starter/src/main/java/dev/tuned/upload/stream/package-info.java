/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The parts of a body for a handler that reads them while they arrive. No API. Uses the parser, the root package and Spring's
 * exceptions.
 */
@NullMarked
package dev.tuned.upload.stream;

import org.jspecify.annotations.NullMarked;
