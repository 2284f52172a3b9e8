/** What can be concluded from a few launches: ratios, intervals, corrections for asking many questions. Knows no process and no file. */
@NullMarked
package dev.tuned.bench.statistics;

import org.jspecify.annotations.NullMarked;
