/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import org.jspecify.annotations.Nullable;

/**
 * A value in L1 with what decides whether it may still be served.
 *
 * @param value the value; {@code null} is a cached null
 * @param deadline reading of the ticker from which on the entry is expired
 * @param era the {@linkplain WriteGuard#era() era} in which the value was read: a clear starts another one
 */
record Entry(@Nullable Object value, long deadline, long era) {}
