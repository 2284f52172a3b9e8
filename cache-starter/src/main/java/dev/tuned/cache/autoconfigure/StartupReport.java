/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationListener;
import org.springframework.data.redis.cache.RedisCacheManager;

import dev.tuned.cache.near.NearCacheWriter;

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
        Set<String> redis = new TreeSet<>();
        Set<String> unknown = new TreeSet<>((near != null) ? near.settings().near() : List.of());
        managers.forEach((bean, manager) -> {
            if (manager instanceof RedisCacheManager known && isNear(known) == (near != null)) {
                redis.add(bean);
                unknown.removeIf(name -> known.isAllowRuntimeCacheCreation()
                        || known.getCacheNames().contains(name));
            }
        });
        unknown.remove(redis.isEmpty() ? "" : "*");
        if (near == null && !redis.isEmpty()) {
            log.info(
                    "tuned cache: nothing is changed; tuned.cache.near=NAME,NAME (or *) puts a memory in front of these caches of "
                            + String.join(", ", redis));
        } else if (near != null && !redis.isEmpty()) {
            log.info(
                    "tuned cache: near " + String.join(", ", near.settings().near()) + " of " + String.join(", ", redis)
                            + ", for at most "
                            + near.settings().ttl() + ", " + near.settings().memoryBytes() / 1024 / 1024
                            + " MB; notifications through Redis channel '"
                            + near.settings().channel() + "'");
        }
        if (!unknown.isEmpty()) {
            managers.values().removeIf(manager -> manager instanceof RedisCacheManager known && isNear(known));
            log.warn("tuned.cache.near: no known Redis cache is called " + String.join(", ", unknown)
                    + "; cache managers that are not known: "
                    + managers.values().stream()
                            .map(manager -> manager.getClass().getName())
                            .toList());
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
