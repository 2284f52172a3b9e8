/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Says that pinned threads are not watched, in a Java runtime without JFR, where they would be in another. */
record UnwatchedPinning(PinningDecision decision) implements Part {

    private static final String WHY = "no JFR in this Java runtime";

    @Override
    public String name() {
        return "pinning";
    }

    @Override
    public @Nullable String inForce() {
        return this.decision.watch() ? "pinning not watched (" + WHY + ")" : null;
    }

    @Override
    public Map<String, @Nullable Object> details() {
        return Map.of("watching", false, "why", this.decision.watch() ? WHY : this.decision.why());
    }
}
