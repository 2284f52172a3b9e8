/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which target runs on which kind of thread, and why. No API: all packages of single targets use it, and it uses the root package
 * alone.
 */
@NullMarked
package dev.tuned.threads.plan;

import org.jspecify.annotations.NullMarked;
