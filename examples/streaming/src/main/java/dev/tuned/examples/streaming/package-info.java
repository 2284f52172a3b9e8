/* SPDX-License-Identifier: Apache-2.0 */
/** An example service that stores uploads: streamed with the starter, and with {@code MultipartFile} for comparison. */
@NullMarked
package dev.tuned.examples.streaming;

import org.jspecify.annotations.NullMarked;
