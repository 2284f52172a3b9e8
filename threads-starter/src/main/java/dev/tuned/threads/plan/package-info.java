/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which target runs on which kind of thread, and why; the start-up line and the endpoint, to which the other packages
 * contribute. No API: the packages of the single targets use it, and it uses none of them.
 */
@NullMarked
package dev.tuned.threads.plan;

import org.jspecify.annotations.NullMarked;
