/* SPDX-License-Identifier: Apache-2.0 */
/** Benchmarks of what the upload starter keeps to its own package. */
@NullMarked
package dev.tuned.upload;

import org.jspecify.annotations.NullMarked;
