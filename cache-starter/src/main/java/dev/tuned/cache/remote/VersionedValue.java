/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import org.jspecify.annotations.Nullable;

/**
 * A value found in L1 or L2.
 *
 * @param value the value; {@code null} is a cached null
 * @param cas the version of the document it came from, {@code NO_CAS} where that is not known
 */
public record VersionedValue(@Nullable Object value, long cas) {}
