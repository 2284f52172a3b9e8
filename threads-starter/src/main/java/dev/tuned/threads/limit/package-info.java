/* SPDX-License-Identifier: Apache-2.0 */
/** Bound on the requests that are handled at once, fixed or found by itself. */
@NullMarked
package dev.tuned.threads.limit;

import org.jspecify.annotations.NullMarked;
