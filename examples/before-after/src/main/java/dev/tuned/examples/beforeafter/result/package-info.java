/* SPDX-License-Identifier: Apache-2.0 */
/** The results of a run, as they stand in the JSON file. */
@NullMarked
package dev.tuned.examples.beforeafter.result;

import org.jspecify.annotations.NullMarked;
