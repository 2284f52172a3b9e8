/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs applications in pairs, one with the starters and one without, and compares what can be seen of them. The packages
 * below are the parts of the suite, one scenario a class; the applications stand in {@code com.example}.
 */
package dev.tuned.examples.dropin;
