/* SPDX-License-Identifier: Apache-2.0 */
/** Shows the results of a run with its rows: as text, page and picture. {@code Lines} keeps texts to a width. */
@NullMarked
package dev.tuned.examples.beforeafter.report;

import org.jspecify.annotations.NullMarked;
