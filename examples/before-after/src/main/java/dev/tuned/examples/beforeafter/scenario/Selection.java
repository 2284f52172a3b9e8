/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;

/**
 * What a run is asked to measure.
 *
 * @param scenarios names of scenarios
 * @param variants the baseline and the candidates
 * @param full whether to add the variants and ablations that explain the result
 */
public record Selection(List<String> scenarios, List<Variant> variants, boolean full) {

    private static final int FEW = 4;

    /** Whether a quick run has to share its three minutes among many scenarios, and has no time for what explains one. */
    boolean isOfMany() {
        return !full && scenarios.size() > FEW;
    }
}
