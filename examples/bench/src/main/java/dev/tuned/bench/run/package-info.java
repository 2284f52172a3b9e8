/**
 * Runs a plan: launches the variants side by side, puts the workloads on them, evaluates what was measured. Knows
 * nothing of the example service.
 */
@NullMarked
package dev.tuned.bench.run;

import org.jspecify.annotations.NullMarked;
