/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Map;
import java.util.TreeMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationListener;
import org.springframework.data.redis.cache.RedisCacheManager;

import dev.tuned.cache.near.NearCacheWriter;
import dev.tuned.cache.near.NearSettings;

/** One line at start-up that says what is near or could be, and one WARN if a name means nothing. */
final class StartupReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log log = LogFactory.getLog(StartupReport.class);

    private final ConfigurableListableBeanFactory beans;
    private final @Nullable NearManagers near;

    StartupReport(ConfigurableListableBeanFactory beans, @Nullable NearManagers near) {
        this.beans = beans;
        this.near = near;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        Map<String, CacheManager> managers = managers();
        Map<String, RedisCacheManager> known = new TreeMap<>();
        managers.forEach((bean, manager) -> {
            if (manager instanceof RedisCacheManager redis && isNear(redis) == (near != null)) {
                known.put(bean, redis);
            }
        });
        managers.keySet().removeAll(known.keySet());
        String beans = String.join(", ", known.keySet());
        if (near == null) {
            if (!known.isEmpty()) {
                log.info(
                        "tuned cache: nothing is changed; tuned.cache.near=NAME,NAME (or *) puts a memory in front of these caches of "
                                + beans);
            }
            return;
        }
        NearSettings settings = near.settings();
        if (!known.isEmpty()) {
            log.info("tuned cache: near %s of %s, for at most %d s, %d MB; notifications through Redis channel '%s'"
                    .formatted(
                            String.join(", ", settings.near()),
                            beans,
                            settings.ttl().toSeconds(),
                            settings.memoryBytes() >> 20,
                            settings.channel()));
        }
        for (String name : settings.near()) {
            if (known.values().stream()
                    .noneMatch(redis -> name.equals("*")
                            || redis.isAllowRuntimeCacheCreation()
                            || redis.getCacheNames().contains(name))) {
                log.warn("tuned.cache.near: no known Redis cache is called " + name
                        + "; cache managers that are not known: " + managers.values());
            }
        }
    }

    private static boolean isNear(RedisCacheManager manager) {
        return manager.getClass() == RedisCacheManager.class && ManagerParts.writer(manager) instanceof NearCacheWriter;
    }

    /** Managers that exist: none is created for a line in the log. */
    private Map<String, CacheManager> managers() {
        Map<String, CacheManager> managers = new TreeMap<>();
        for (String name : beans.getBeanNamesForType(CacheManager.class, false, false)) {
            if (beans.getSingleton(name) instanceof CacheManager manager) {
                managers.put(name, manager);
            }
        }
        return managers;
    }
}
