/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The key-value store behind L2: its interface, Couchbase as one, the circuit breaker and the line about an outage. The
 * lowest layer. Of its types {@code L2Store} and {@code StoreListener} are for applications to implement.
 */
@NullMarked
package dev.tuned.cache.store;

import org.jspecify.annotations.NullMarked;
