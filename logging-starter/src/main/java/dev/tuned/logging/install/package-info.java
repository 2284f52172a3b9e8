/* SPDX-License-Identifier: Apache-2.0 */
/** Makes the appenders of a logger context asynchronous, and synchronous again. No API. Uses {@code output} and what is below it. */
@NullMarked
package dev.tuned.logging.install;

import org.jspecify.annotations.NullMarked;
