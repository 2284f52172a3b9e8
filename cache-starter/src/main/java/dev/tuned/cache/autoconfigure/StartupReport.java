/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

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
import org.springframework.util.unit.DataSize;

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
        if (near == null) {
            reportWhatCouldBe();
        } else {
            report(near);
        }
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

    private void reportWhatCouldBe() {
        Set<String> names = new TreeSet<>();
        managers().forEach((bean, manager) -> {
            if (manager.getClass() == RedisCacheManager.class) {
                names.add(bean);
            }
        });
        if (!names.isEmpty()) {
            log.info(
                    "tuned cache: nothing is changed; tuned.cache.near=NAME,NAME (or *) puts a memory in front of these caches of "
                            + String.join(", ", names));
        }
    }

    private void report(NearManagers near) {
        Set<String> unknown = new TreeSet<>(near.names());
        unknown.remove("*");
        Set<String> managers = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        managers().forEach((bean, manager) -> {
            if (manager instanceof RedisCacheManager redis
                    && redis.getClass() == RedisCacheManager.class
                    && ManagerParts.writer(redis) instanceof NearCacheWriter) {
                managers.add(bean);
                unknown.removeIf(name -> redis.isAllowRuntimeCacheCreation()
                        || redis.getCacheNames().contains(name));
                warnOfIdle(near, bean, redis);
            } else {
                others.add(bean + " (" + manager.getClass().getName() + ")");
            }
        });
        if (managers.isEmpty() || !unknown.isEmpty()) {
            log.warn("tuned.cache.near: no Redis cache is called "
                    + String.join(", ", unknown.isEmpty() ? near.names() : unknown)
                    + (others.isEmpty() ? "" : "; without a memory: " + String.join(", ", others)));
        }
        if (!managers.isEmpty()) {
            log.info("tuned cache: near " + String.join(", ", new TreeSet<>(near.names())) + " of "
                    + String.join(", ", managers)
                    + ", for at most " + near.settings().ttl() + ", "
                    + DataSize.ofBytes(near.settings().memory()).toMegabytes()
                    + " MB; notifications through Redis channel '"
                    + near.settings().channel() + "'");
        }
    }

    private static void warnOfIdle(NearManagers near, String bean, RedisCacheManager manager) {
        for (String name : manager.getCacheNames()) {
            if (near.isNear(name) && ManagerParts.configuration(manager, name).isTimeToIdleEnabled()) {
                log.warn("Cache " + name + " of '" + bean
                        + "' is not near: it has a time to idle, of which Redis has to see each read");
            }
        }
    }
}
