/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How calls of annotated methods reach the near cache: which of them load once for concurrent misses, and which of their puts
 * are loads. Calls the manager's views; {@code autoconfigure} puts it into Spring's interceptors.
 */
@NullMarked
package dev.tuned.cache.autoconfigure.annotated;

import org.jspecify.annotations.NullMarked;
