/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;

/**
 * Settings of the invalidation log on Couchbase.
 *
 * @param poll how often this process looks for what others changed
 * @param retention how long a batch stays in Couchbase, above {@code poll} and {@code gapGrace}
 * @param gapGrace how long a batch may be missing before it counts as lost
 * @param batchWindow how long changes are gathered before they are published together; zero publishes each at once
 */
public record LogSettings(Duration poll, Duration retention, Duration gapGrace, Duration batchWindow) {}
