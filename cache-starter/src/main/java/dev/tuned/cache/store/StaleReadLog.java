/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Warns, once per outage and region, that L2 still holds what the application wanted gone. Thread-safe. */
public final class StaleReadLog {

    private static final Log log = LogFactory.getLog(StaleReadLog.class);

    private final Set<String> regions = ConcurrentHashMap.newKeySet();
    private final String location;

    public StaleReadLog(String location) {
        this.location = location;
    }

    public void staleRisk(String region, String operation, Duration bound) {
        if (regions.add(region)) {
            log.warn(location + " did not take " + operation + " in cache region '" + region
                    + "': this process repeats it, and until it got through believes nothing that L2 says of it. Until"
                    + " then other processes may be served the previous value, at most for " + bound.toSeconds()
                    + " s");
        }
    }

    /** L2 has every change of a region. */
    public void over(String region) {
        if (regions.remove(region)) {
            log.info(location + " has taken what it had not of cache region '" + region + "'");
        }
    }
}
