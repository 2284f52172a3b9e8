/* SPDX-License-Identifier: Apache-2.0 */
/** Asynchronous hand-off in front of the Logback appenders an application already has. */
@NullMarked
package dev.tuned.logging;

import org.jspecify.annotations.NullMarked;
