/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The API: what applications and Logback files name, and the values that say what has become of their lines. The other packages are none;
 * of this one only {@link dev.tuned.logging.TunedAsyncAppender} uses them.
 */
@NullMarked
package dev.tuned.logging;

import org.jspecify.annotations.NullMarked;
