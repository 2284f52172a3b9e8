/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.StringJoiner;
import java.util.TreeSet;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.LogSettings.Mode;
import dev.tuned.cache.manager.TunedCacheManager;

/** One line at start-up that says what is active. */
final class StartupReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log log = LogFactory.getLog(StartupReport.class);

    private final CacheEngine engine;
    private final CacheProperties properties;
    private final RemoteLocation remote;
    private final boolean channel;

    StartupReport(CacheEngine engine, CacheProperties properties, RemoteLocation remote, boolean channel) {
        this.engine = engine;
        this.properties = properties;
        this.remote = remote;
        this.channel = channel;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        log.info(message());
    }

    String message() {
        TunedCacheManager manager = engine.ifUsed();
        if (manager == null) {
            return "tuned cache: not used; another has taken the place of the bean 'cacheManager'";
        }
        var defaults = properties.getDefaults();
        StringJoiner regions = new StringJoiner(", ", "; regions: ", "").setEmptyValue("");
        for (String name : new TreeSet<>(manager.getCacheNames())) {
            regions.add(name + (manager.getCache(name).region().isRemote() ? " (L1+L2)" : " (L1)"));
        }
        String expiry =
                remote.exists() ? " for " + SettingsCheck.text(defaults.getL2().getTtl()) : "";
        return "tuned cache: L1 Caffeine, %d entries for %s per region; L2 %s; %s; %s%s"
                .formatted(
                        defaults.getL1().getMaximumSize(),
                        SettingsCheck.text(defaults.getL1().getTtl()),
                        remote.description() + expiry,
                        stale(defaults),
                        invalidation(),
                        regions);
    }

    private static String stale(RegionSettings defaults) {
        return (defaults.getStaleIfError() == null || defaults.getStaleIfError().isZero())
                ? "nothing is served stale"
                : "stale for " + SettingsCheck.text(defaults.getStaleIfError()) + " if it cannot be reloaded";
    }

    private String invalidation() {
        if (properties.getInvalidation().mode() == Mode.NONE) {
            return "invalidation none (other processes see a change after their l1.ttl)";
        }
        if (channel) {
            return "invalidation through the application's channel";
        }
        return remote.exists()
                ? "invalidation through L2 every "
                        + SettingsCheck.text(properties.getInvalidation().poll())
                : "invalidation none (no L2)";
    }
}
