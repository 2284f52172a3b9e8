/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The logging starter: appenders and encoders, code that looks for its appender, timed beans, the end of a JVM. A further case is
 * a line of {@code logging/patterns.txt} or {@code logging/configurations.txt}, a file in {@code logging/appenders}, or an entry
 * in {@code LookupCases}, {@code TimedBeans} or {@code WebBeans}.
 */
package dev.tuned.examples.dropin.logging;
