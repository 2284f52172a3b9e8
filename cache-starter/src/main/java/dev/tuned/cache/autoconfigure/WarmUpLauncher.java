/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.SmartApplicationListener;

import dev.tuned.cache.NearCacheManager;
import dev.tuned.cache.WarmUp;
import dev.tuned.cache.WarmUpProgress;
import dev.tuned.cache.WarmUpSettings;
import dev.tuned.cache.WarmUpSource;

/** Starts the warm-up when the application is ready, and ends it before the first bean is destroyed. */
final class WarmUpLauncher implements SmartApplicationListener {

    private final ApplicationContext context;
    private final NearCacheManager manager;
    private final ObjectProvider<WarmUpSource> sources;
    private final WarmUpSettings settings;
    private volatile @Nullable WarmUp running;

    WarmUpLauncher(
            ApplicationContext context,
            NearCacheManager manager,
            ObjectProvider<WarmUpSource> sources,
            WarmUpSettings settings) {
        this.context = context;
        this.manager = manager;
        this.sources = sources;
        this.settings = settings;
    }

    /** How far it is; empty while it has not begun. */
    List<WarmUpProgress> progress() {
        WarmUp warmUp = running;
        return (warmUp != null) ? warmUp.progress() : List.of();
    }

    @Override
    public boolean supportsEventType(Class<? extends ApplicationEvent> type) {
        return ApplicationReadyEvent.class.isAssignableFrom(type) || ContextClosedEvent.class.isAssignableFrom(type);
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        if (event instanceof ApplicationReadyEvent ready && ready.getApplicationContext() == context) {
            start();
        } else if (event instanceof ContextClosedEvent closed && closed.getApplicationContext() == context) {
            stop();
        }
    }

    /** On the thread that starts the application, which accepts traffic only afterwards: nothing here may take time. */
    private void start() {
        List<WarmUpSource> all = sources.orderedStream().toList();
        if (running == null && !all.isEmpty()) {
            WarmUp warmUp = new WarmUp(manager, all, settings);
            running = warmUp;
            warmUp.start();
        }
    }

    private void stop() {
        WarmUp warmUp = running;
        if (warmUp != null) {
            warmUp.close();
        }
    }
}
