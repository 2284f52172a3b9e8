/* SPDX-License-Identifier: Apache-2.0 */
/** The application that runs in forked JVMs; it must not use the starter, which some of them lack. */
@NullMarked
package dev.tuned.logging.app;

import org.jspecify.annotations.NullMarked;
