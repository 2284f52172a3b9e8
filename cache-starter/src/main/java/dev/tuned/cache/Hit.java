/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import org.jspecify.annotations.Nullable;

/**
 * A value found in L2.
 *
 * @param value the value; {@code null} is a cached null
 */
record Hit(@Nullable Object value) {}
