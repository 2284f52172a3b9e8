/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which threads each target has: the properties, and what this Java makes of them. No API: uses no other package of the starter. All
 * others use it, but {@code permit} and the root package.
 */
@NullMarked
package dev.tuned.threads.plan;

import org.jspecify.annotations.NullMarked;
