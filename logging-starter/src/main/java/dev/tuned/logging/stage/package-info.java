/* SPDX-License-Identifier: Apache-2.0 */
/** Times the stages of what a program does, and tells them in a table, as meters and for each slow request. */
@NullMarked
package dev.tuned.logging.stage;

import org.jspecify.annotations.NullMarked;
