/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationListener;
import dev.tuned.cache.invalidation.InvalidationStatistics;

/** Between the regions of a manager and the channel to other processes, if there is one. Thread-safe. */
final class Invalidations implements InvalidationListener {

    private static final Log log = LogFactory.getLog(Invalidations.class);

    /** The channel hears the others only from here on, which is no loss. */
    private static final String START = "start";

    private final KeyParser keys = new KeyParser(ClassUtils.getDefaultClassLoader());
    private final Map<String, RegionCache> regions;
    private final @Nullable InvalidationChannel channel;

    Invalidations(Map<String, RegionCache> regions, @Nullable InvalidationChannel channel) {
        this.regions = regions;
        this.channel = channel;
    }

    void start() {
        if (channel != null) {
            channel.start(this);
        }
    }

    /** This process changed something. */
    void publish(Invalidation change) {
        if (channel != null) {
            channel.publish(change);
        }
    }

    @Nullable
    InvalidationStatistics statistics() {
        return (channel != null) ? channel.statistics() : null;
    }

    void close() {
        if (channel != null) {
            channel.close();
        }
    }

    /** A region that this process does not have has nothing to drop. */
    @Override
    public void invalidated(Invalidation change) {
        RegionCache cache = regions.get(change.region());
        if (cache == null) {
            return;
        }
        Object key = (change.key() != null) ? keys.parse(change.key()) : null;
        if (key != null) {
            cache.region().invalidated(key);
        } else {
            cache.region().invalidatedAll();
        }
    }

    @Override
    public void lost(String reason) {
        regions.values().forEach(cache -> cache.region().invalidatedAll());
        String message = "What other processes changed may have been missed (" + reason
                + "): all entries of the near cache's L1 in this process were dropped";
        if (reason.equals(START)) {
            log.debug(message);
        } else {
            log.warn(message);
        }
    }
}
