/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Puts asynchronous appenders in front of those of a logger context, and takes them away again. No API. Uses the appender in the root
 * package and what is below it.
 */
@NullMarked
package dev.tuned.logging.install;

import org.jspecify.annotations.NullMarked;
