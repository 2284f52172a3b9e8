/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Results of an earlier run for comparisons that a run has no time for.
 *
 * @param started when that run started, in ISO 8601
 * @param commit the commit that it measured, or {@code null}
 * @param java its runtime
 * @param comparisons its comparisons, without their launches' latencies
 */
public record Quoted(String started, @Nullable String commit, String java, List<ComparisonResult> comparisons) {}
