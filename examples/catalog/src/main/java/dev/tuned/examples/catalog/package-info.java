/* SPDX-License-Identifier: Apache-2.0 */
/** The example service: a small catalogue with products, orders, uploads, files, and requests that wait. */
@NullMarked
package dev.tuned.examples.catalog;

import org.jspecify.annotations.NullMarked;
