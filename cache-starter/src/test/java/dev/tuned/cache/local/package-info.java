/* SPDX-License-Identifier: Apache-2.0 */
/** Instances whose caches are in their own memory, and agree. */
@NullMarked
package dev.tuned.cache.local;

import org.jspecify.annotations.NullMarked;
