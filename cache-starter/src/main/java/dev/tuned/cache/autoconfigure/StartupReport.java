/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationListener;

import dev.tuned.cache.near.NearSettings;

/** One line at start-up that says what is near or could be, and one WARN if a name means nothing. */
final class StartupReport implements ApplicationListener<ApplicationStartedEvent> {

    private final ConfigurableListableBeanFactory beans;
    private final @Nullable NearManagers near;

    StartupReport(ConfigurableListableBeanFactory beans, @Nullable NearManagers near) {
        this.beans = beans;
        this.near = near;
    }

    private static final Log log = LogFactory.getLog(StartupReport.class);
    private static final String POSSIBLE =
            "nothing is changed; tuned.cache.near=NAME,NAME (or *) puts a memory in front of these caches of ";

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        List<String> names = List.of(beans.getBeanNamesForType(CacheManager.class, false, false));
        Map<String, CacheManager> managers = new LinkedHashMap<>();
        for (String name : names) {
            // None is created for a line in the log.
            if (beans.getSingleton(name) instanceof CacheManager manager
                    && (near != null ? near.managers().containsKey(name) : NearManagers.isFar(manager))) {
                managers.put(name, manager);
            }
        }
        if (!managers.isEmpty()) {
            log.info("tuned cache: "
                    + ((near != null) ? describe(near, managers) : POSSIBLE + String.join(", ", managers.keySet())));
        }
        if (near != null && names.stream().allMatch(beans::containsSingleton)) {
            List<String> unknown = new ArrayList<>(near.settings().getNear());
            managers.forEach((name, manager) -> unknown.removeIf(cache -> cache.equals("*")
                    || Boolean.TRUE.equals(near.managers().get(name))
                    || manager.getCacheNames().contains(cache)));
            if (!unknown.isEmpty()) {
                log.warn("tuned.cache.near: there is no cache that can be near: " + unknown);
            }
        }
    }

    private static String describe(NearManagers near, Map<String, CacheManager> managers) {
        NearSettings settings = near.settings();
        String bounds =
                ", for at most %d s, %d MB".formatted(settings.getTtl().toSeconds(), settings.memoryBytes() >> 20);
        return "near %s of %s%s; notifications through %s '%s'"
                .formatted(
                        String.join(", ", settings.getNear()),
                        String.join(", ", managers.keySet()),
                        managers.values().stream().anyMatch(NearManagers::isFar) ? bounds : "",
                        near.channels(),
                        settings.getChannel());
    }
}
