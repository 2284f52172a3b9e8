/* SPDX-License-Identifier: Apache-2.0 */
/** What becomes of log lines when something breaks, each time in a JVM of its own. */
@NullMarked
package dev.tuned.logging.fault;

import org.jspecify.annotations.NullMarked;
