/* SPDX-License-Identifier: Apache-2.0 */
/** What a reader sees of the results: text table, Markdown table, HTML page. */
@NullMarked
package dev.tuned.examples.beforeafter.report;

import org.jspecify.annotations.NullMarked;
