/* SPDX-License-Identifier: Apache-2.0 */
/** What a machine's sendfile costs by itself. */
@NullMarked
package dev.tuned.examples.microbenchmarks.sendfile;

import org.jspecify.annotations.NullMarked;
