/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.data.redis.cache.RedisCacheManager;

import dev.tuned.cache.near.NearCacheWriter;
import dev.tuned.cache.near.NearSettings;

/** One line at start-up that says what is near or could be, and one WARN if a name means nothing. */
final class StartupReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log log = LogFactory.getLog(StartupReport.class);
    private static final String POSSIBLE =
            "nothing is changed; tuned.cache.near=NAME,NAME (or *) puts a memory in front of these caches of ";

    private final ConfigurableListableBeanFactory beans;
    private final @Nullable NearManagers near;

    StartupReport(ConfigurableListableBeanFactory beans, @Nullable NearManagers near) {
        this.beans = beans;
        this.near = near;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        List<String> managers = new ArrayList<>();
        List<String> unknown = (near != null) ? new ArrayList<>(near.settings().getNear()) : new ArrayList<>();
        for (String bean : beans.getBeanNamesForType(RedisCacheManager.class, false, false)) {
            // None is created for a line in the log.
            if (!(beans.getSingleton(bean) instanceof RedisCacheManager manager)) {
                unknown.clear();
            } else if (manager.getClass() == RedisCacheManager.class) {
                if (near == null || ManagerParts.writer(manager) instanceof NearCacheWriter) {
                    managers.add(bean);
                }
                unknown.removeIf(name -> name.equals("*")
                        || manager.isAllowRuntimeCacheCreation()
                        || manager.getCacheNames().contains(name));
            }
        }
        if (!managers.isEmpty()) {
            log.info("tuned cache: "
                    + ((near != null) ? describe(near.settings(), managers) : POSSIBLE + String.join(", ", managers)));
        }
        if (!unknown.isEmpty()) {
            log.warn("tuned.cache.near: there is no Redis cache " + unknown);
        }
    }

    private static String describe(NearSettings settings, List<String> managers) {
        return "near %s of %s, for at most %d s, %d MB; notifications through Redis channel '%s'"
                .formatted(
                        String.join(", ", settings.getNear()),
                        String.join(", ", managers),
                        settings.getTtl().toSeconds(),
                        settings.memoryBytes() >> 20,
                        settings.getChannel());
    }
}
