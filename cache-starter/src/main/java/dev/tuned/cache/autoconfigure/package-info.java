/* SPDX-License-Identifier: Apache-2.0 */
/** Auto-configuration of the cache starter. */
@NullMarked
package dev.tuned.cache.autoconfigure;

import org.jspecify.annotations.NullMarked;
