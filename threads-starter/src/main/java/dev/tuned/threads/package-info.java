/* SPDX-License-Identifier: Apache-2.0 */
/** Executors with one virtual thread per task, bounded. */
@NullMarked
package dev.tuned.threads;

import org.jspecify.annotations.NullMarked;
