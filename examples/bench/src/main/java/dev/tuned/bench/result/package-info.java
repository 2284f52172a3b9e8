/** The results of a run, as they stand in {@code results.json}. Plain records; nothing is computed here. */
@NullMarked
package dev.tuned.bench.result;

import org.jspecify.annotations.NullMarked;
