/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Warns, once per outage and region, that L2 still holds what the application wanted gone. Thread-safe. */
final class StaleRiskLog {

    private static final Log log = LogFactory.getLog(StaleRiskLog.class);

    private final Set<String> regions = ConcurrentHashMap.newKeySet();
    private final String location;

    StaleRiskLog(String location) {
        this.location = location;
    }

    void staleRisk(String region, String operation, String bound) {
        if (regions.add(region)) {
            log.warn(location + " did not take " + operation + " in cache region '" + region
                    + "': the previous value may be served from L2 " + bound);
        }
    }

    /** L2 takes changes again. */
    void over(String region) {
        regions.remove(region);
    }
}
