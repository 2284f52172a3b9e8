/* SPDX-License-Identifier: Apache-2.0 */
/** All starters under mixed load while faults come and go: what is lost, and what grows. */
@NullMarked
package dev.tuned.examples.beforeafter.soak;

import org.jspecify.annotations.NullMarked;
