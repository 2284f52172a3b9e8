/* SPDX-License-Identifier: Apache-2.0 */
/** The before/after proof: runs variants of one service side by side and reports what changed. */
@NullMarked
package dev.tuned.examples.beforeafter;

import org.jspecify.annotations.NullMarked;
