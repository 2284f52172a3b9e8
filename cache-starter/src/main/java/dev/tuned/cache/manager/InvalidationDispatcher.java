/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.util.ClassUtils;

import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationListener;
import dev.tuned.cache.remote.KeyCodec;

/** Drops from the regions of a manager what other processes have changed. Thread-safe. */
final class InvalidationDispatcher implements InvalidationListener {

    private static final Log log = LogFactory.getLog(InvalidationDispatcher.class);

    /** The channel listens to the others only from here on, which is no loss. */
    private static final String START = "start";

    private final KeyCodec keys = new KeyCodec(ClassUtils.getDefaultClassLoader());
    private final Map<String, RegionCache> regions;

    InvalidationDispatcher(Map<String, RegionCache> regions) {
        this.regions = regions;
    }

    @Override
    public boolean isHolding() {
        return regions.values().stream().anyMatch(cache -> cache.region().isHolding());
    }

    /** A region that this process does not have has nothing to drop. */
    @Override
    public void invalidated(Invalidation change) {
        RegionCache cache = regions.get(change.region());
        if (cache == null) {
            return;
        }
        Object key = (change.key() != null) ? keys.decode(change.key()) : null;
        if (key != null) {
            cache.region().writer().invalidated(key);
        } else {
            cache.region().writer().invalidatedAll();
        }
    }

    @Override
    public void lost(String reason) {
        regions.values().forEach(cache -> cache.region().writer().invalidatedAll());
        String message = "What other processes changed may have been missed (" + reason
                + "): all entries of the near cache's L1 in this process were dropped";
        if (reason.equals(START)) {
            log.debug(message);
        } else {
            log.warn(message);
        }
    }
}
