/* SPDX-License-Identifier: Apache-2.0 */
/** Values and keys of many shapes: readers of a near cache get what they get from Spring's own. */
@NullMarked
package dev.tuned.cache.values;

import org.jspecify.annotations.NullMarked;
