/* SPDX-License-Identifier: Apache-2.0 */
/** What a log line costs with the tuned appender, with its peers, and with what they replace. */
@NullMarked
package dev.tuned.examples.microbenchmarks.log;

import org.jspecify.annotations.NullMarked;
