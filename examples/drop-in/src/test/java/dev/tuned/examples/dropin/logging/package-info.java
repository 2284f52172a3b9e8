/* SPDX-License-Identifier: Apache-2.0 */
/** Appenders, encoders, and code that looks for them. */
package dev.tuned.examples.dropin.logging;
