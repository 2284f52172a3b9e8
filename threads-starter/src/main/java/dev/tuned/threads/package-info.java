/* SPDX-License-Identifier: Apache-2.0 */
/** API: a concurrency limit of requests to implement, and the limits to read and change. Uses no other package of the starter. */
@NullMarked
package dev.tuned.threads;

import org.jspecify.annotations.NullMarked;
