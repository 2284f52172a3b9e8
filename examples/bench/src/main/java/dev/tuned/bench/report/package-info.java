/**
 * Shows the results as text, page and picture. {@code Format} writes numbers, {@code Words} phrases, {@code Mark}
 * verdicts, and {@code Lines} keeps texts to a width. The sentence of a run comes with its results.
 */
@NullMarked
package dev.tuned.bench.report;

import org.jspecify.annotations.NullMarked;
