/**
 * Compares any two services under recorded requests: what became better, what worse, and what this run could not show.
 */
@NullMarked
package dev.tuned.bench.compare;

import org.jspecify.annotations.NullMarked;
