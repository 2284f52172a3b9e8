/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;

/** When Couchbase is left alone for a while. */
public final class BreakerSettings {

    /** Failures in a row after which Couchbase is not asked. */
    private Integer failureThreshold = 20;

    /** How long Couchbase is not asked before one operation tries again. */
    private Duration open = Duration.ofSeconds(1);

    public Integer getFailureThreshold() {
        return failureThreshold;
    }

    public void setFailureThreshold(Integer failureThreshold) {
        this.failureThreshold = failureThreshold;
    }

    public Duration getOpen() {
        return open;
    }

    public void setOpen(Duration open) {
        this.open = open;
    }
}
