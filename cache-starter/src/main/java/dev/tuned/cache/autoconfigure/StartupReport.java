/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.ArrayList;
import java.util.List;

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
        List<String> unknown = (near != null) ? new ArrayList<>(near.settings().near()) : new ArrayList<>();
        boolean far = false;
        for (String bean : beans.getBeanNamesForType(CacheManager.class, false, false)) {
            // None is created for a line in the log.
            if (!(beans.getSingleton(bean) instanceof CacheManager manager)) {
                unknown.clear();
            } else if (near == null) {
                if (NearManagers.isFar(manager)) {
                    managers.add(bean);
                }
            } else if (near.isNear(bean)) {
                managers.add(bean);
                far |= NearManagers.isFar(manager);
                unknown.removeIf(name -> name.equals("*")
                        || near.isDynamic(bean)
                        || manager.getCacheNames().contains(name));
            }
        }
        if (!managers.isEmpty()) {
            log.info("tuned cache: "
                    + ((near != null) ? describe(near, managers, far) : POSSIBLE + String.join(", ", managers)));
        }
        if (!unknown.isEmpty()) {
            log.warn("tuned.cache.near: there is no cache that can be near: " + unknown);
        }
    }

    private static String describe(NearManagers near, List<String> managers, boolean far) {
        NearSettings settings = near.settings();
        String bounds = ", for at most %d s, %d MB".formatted(settings.ttl().toSeconds(), settings.memoryBytes() >> 20);
        return "near %s of %s%s; notifications through %s '%s'"
                .formatted(
                        String.join(", ", settings.near()),
                        String.join(", ", managers),
                        far ? bounds : "",
                        near.channels(),
                        settings.channel());
    }
}
