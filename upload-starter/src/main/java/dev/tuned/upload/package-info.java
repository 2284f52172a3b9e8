/* SPDX-License-Identifier: Apache-2.0 */
/**
 * API of the upload starter: what an application writes in its own code. Uses no other package of the starter; every other
 * package uses this one.
 */
@NullMarked
package dev.tuned.upload;

import org.jspecify.annotations.NullMarked;
