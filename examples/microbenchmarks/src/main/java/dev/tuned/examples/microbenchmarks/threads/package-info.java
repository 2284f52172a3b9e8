/* SPDX-License-Identifier: Apache-2.0 */
/** What the concurrency limit of requests costs. */
@NullMarked
package dev.tuned.examples.microbenchmarks.threads;

import org.jspecify.annotations.NullMarked;
