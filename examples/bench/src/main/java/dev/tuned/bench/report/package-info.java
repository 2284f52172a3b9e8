/**
 * Shows the results as a page, and has the phrases of all reports. {@code Format} writes numbers, {@code Words} phrases and {@code Mark}
 * verdicts. The sentence of a run comes with its results.
 */
@NullMarked
package dev.tuned.bench.report;

import org.jspecify.annotations.NullMarked;
