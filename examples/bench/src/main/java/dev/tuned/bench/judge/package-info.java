/**
 * Judges the measurements of a run: by claims with bounds, or by what became worse, better or is equivalent. It depends
 * on its input alone, which the packages below it have.
 */
@NullMarked
package dev.tuned.bench.judge;

import org.jspecify.annotations.NullMarked;
