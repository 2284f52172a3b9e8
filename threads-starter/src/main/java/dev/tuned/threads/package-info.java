/* SPDX-License-Identifier: Apache-2.0 */
/**
 * API: a concurrency limit of requests to implement, and an executor with one virtual thread per task and a limit to use. Uses
 * {@code permit} and no other package of the starter.
 */
@NullMarked
package dev.tuned.threads;

import org.jspecify.annotations.NullMarked;
