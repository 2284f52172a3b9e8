/* SPDX-License-Identifier: Apache-2.0 */
/** Starting, asking and stopping the child processes: the variants and the shared Couchbase. */
@NullMarked
package dev.tuned.bench.process;

import org.jspecify.annotations.NullMarked;
