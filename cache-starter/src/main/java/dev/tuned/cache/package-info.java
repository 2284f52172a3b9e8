/* SPDX-License-Identifier: Apache-2.0 */
/** The API: {@link dev.tuned.cache.InvalidationChannel}, for a broker of your own. */
@NullMarked
package dev.tuned.cache;

import org.jspecify.annotations.NullMarked;
