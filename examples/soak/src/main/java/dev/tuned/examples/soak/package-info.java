/* SPDX-License-Identifier: Apache-2.0 */
/** Runs all starters under mixed load and faults, and counts losses and growth. */
@NullMarked
package dev.tuned.examples.soak;

import org.jspecify.annotations.NullMarked;
