/* SPDX-License-Identifier: Apache-2.0 */
/** All starters beside libraries that real applications have, one scenario for each. */
package dev.tuned.examples.dropin.neighbours;
