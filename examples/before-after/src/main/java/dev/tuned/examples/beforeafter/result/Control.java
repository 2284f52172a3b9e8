/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import org.jspecify.annotations.Nullable;

/**
 * The A/A control: two variants that are started alike. What differs between them is noise.
 *
 * @param before the variant
 * @param after its twin
 * @param what what is compared, such as the CPU time per request over all workloads
 * @param ratio the twin's value divided by the variant's
 * @param low95 the lower end of the 95 % interval
 * @param high95 its upper end
 * @param low99 the lower end of the 99 % interval
 * @param high99 its upper end
 * @param passed whether the 99 % interval holds 1 and the 95 % interval lies within 0.8 and 1.25
 * @param disturbance what disturbed the run, or {@code null} where it passed
 */
public record Control(
        String before,
        String after,
        String what,
        double ratio,
        double low95,
        double high95,
        double low99,
        double high99,
        boolean passed,
        @Nullable String disturbance) {}
