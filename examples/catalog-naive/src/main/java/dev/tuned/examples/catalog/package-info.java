/* SPDX-License-Identifier: Apache-2.0 */
/** The parts that this executable adds to the catalogue. */
@NullMarked
package dev.tuned.examples.catalog;

import org.jspecify.annotations.NullMarked;
