/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How values become documents and back, without loss: a type is looked at once, and either has a form or is refused. Calls
 * nothing of the starter. No API: its types may change with any release.
 */
@NullMarked
package dev.tuned.cache.value;

import org.jspecify.annotations.NullMarked;
