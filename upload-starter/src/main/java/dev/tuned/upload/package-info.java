/* SPDX-License-Identifier: Apache-2.0 */
/**
 * API of the upload starter: the types that an application names in its own code. Uses no other package of the starter. Every other
 * package except {@code storage} uses this one.
 */
@NullMarked
package dev.tuned.upload;

import org.jspecify.annotations.NullMarked;
