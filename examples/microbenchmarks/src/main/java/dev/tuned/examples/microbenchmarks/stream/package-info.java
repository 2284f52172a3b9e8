/* SPDX-License-Identifier: Apache-2.0 */
/** What streaming an upload costs beside a raw body in the same server. */
@NullMarked
package dev.tuned.examples.microbenchmarks.stream;

import org.jspecify.annotations.NullMarked;
