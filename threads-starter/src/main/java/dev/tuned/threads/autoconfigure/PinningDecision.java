/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.core.NativeDetector;

import dev.tuned.threads.autoconfigure.PinningProperties.Enabled;

/**
 * Whether pinned threads are watched, and why.
 *
 * @param watch whether they are
 * @param why the setting or the rule that decided
 */
record PinningDecision(boolean watch, String why) {

    static PinningDecision of(Enabled enabled, ThreadPlan plan) {
        if (enabled == Enabled.FALSE) {
            return new PinningDecision(false, "tuned.threads.pinning.enabled=false");
        }
        if (plan.java() < ThreadRules.FIRST_VIRTUAL) {
            return new PinningDecision(false, "Java %d has no virtual threads".formatted(plan.java()));
        }
        if (NativeDetector.inNativeImage()) {
            return new PinningDecision(false, "a native image has no event for it");
        }
        if (enabled == Enabled.TRUE) {
            return new PinningDecision(true, "tuned.threads.pinning.enabled=true");
        }
        return plan.anyVirtual()
                ? new PinningDecision(true, "auto: a target is on virtual threads")
                : new PinningDecision(false, "auto: no target is on virtual threads");
    }
}
