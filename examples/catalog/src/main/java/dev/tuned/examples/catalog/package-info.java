/* SPDX-License-Identifier: Apache-2.0 */
/** The example service: a small catalogue of products with uploads, files, orders and a slow downstream call. */
@NullMarked
package dev.tuned.examples.catalog;

import org.jspecify.annotations.NullMarked;
