/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds the methods whose time grew from one service to another, by flight recordings of both under the same requests.
 */
@NullMarked
package dev.tuned.bench.methods;

import org.jspecify.annotations.NullMarked;
