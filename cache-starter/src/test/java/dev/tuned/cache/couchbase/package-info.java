/* SPDX-License-Identifier: Apache-2.0 */
/** Instances in front of a Couchbase. */
@NullMarked
package dev.tuned.cache.couchbase;

import org.jspecify.annotations.NullMarked;
