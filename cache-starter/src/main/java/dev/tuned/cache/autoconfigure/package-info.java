/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Auto-configuration: the properties, which cache managers get a memory in front of them, the start-up line, meters and health. Uses all
 * other packages, and none uses it. No API.
 */
@NullMarked
package dev.tuned.cache.autoconfigure;

import org.jspecify.annotations.NullMarked;
