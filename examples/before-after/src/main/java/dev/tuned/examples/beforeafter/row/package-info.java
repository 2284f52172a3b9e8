/* SPDX-License-Identifier: Apache-2.0 */
/** Situations that are played in three columns, stock, best property and tuned, and of which things are counted. */
@NullMarked
package dev.tuned.examples.beforeafter.row;

import org.jspecify.annotations.NullMarked;
