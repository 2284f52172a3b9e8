/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What applications and Logback files name: the appender, and the view of what is installed. Uses {@code output} and {@code queue}; the
 * other packages are no API.
 */
@NullMarked
package dev.tuned.logging;

import org.jspecify.annotations.NullMarked;
