/** The results of a run, as they stand in {@code results.json}: records, with what they say of themselves. */
@NullMarked
package dev.tuned.bench.result;

import org.jspecify.annotations.NullMarked;
