/* SPDX-License-Identifier: Apache-2.0 */
/** A memory in front of Spring's own Redis cache. Spring's {@code Cache} is its API; there are no types for applications here. */
@NullMarked
package dev.tuned.cache;

import org.jspecify.annotations.NullMarked;
