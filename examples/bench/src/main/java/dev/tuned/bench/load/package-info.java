/* SPDX-License-Identifier: Apache-2.0 */
/** A single-threaded HTTP/1.1 load client on NIO that checks every response. */
@NullMarked
package dev.tuned.bench.load;

import org.jspecify.annotations.NullMarked;
