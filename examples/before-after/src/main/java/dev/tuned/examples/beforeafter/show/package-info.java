/* SPDX-License-Identifier: Apache-2.0 */
/** A page that loads the example service with and without the starters in turns, and draws the costs meanwhile. */
@NullMarked
package dev.tuned.examples.beforeafter.show;

import org.jspecify.annotations.NullMarked;
