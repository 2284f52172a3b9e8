/**
 * Statistics of a few launches: ratios, intervals, corrections for several claims. Depends on no process and no file.
 */
@NullMarked
package dev.tuned.bench.statistics;

import org.jspecify.annotations.NullMarked;
