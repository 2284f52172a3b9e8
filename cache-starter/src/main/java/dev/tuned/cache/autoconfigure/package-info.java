/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Auto-configuration: who has the application's caches, the properties and their checks, the value types that annotated
 * methods declare, and the start-up line. Calls go down to {@code manager}.
 */
@NullMarked
package dev.tuned.cache.autoconfigure;

import org.jspecify.annotations.NullMarked;
