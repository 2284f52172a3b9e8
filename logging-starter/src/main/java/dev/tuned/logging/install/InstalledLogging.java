/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.spi.ConfigurationEvent;
import ch.qos.logback.core.spi.ConfigurationEventListener;
import ch.qos.logback.core.spi.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.AsyncLogging;
import dev.tuned.logging.output.AppenderQueue;
import dev.tuned.logging.queue.LoggingSettings;

/**
 * The asynchronous preset of one logger context. There is at most one at a time. A reset of the context ends it, as it ends the
 * appenders; where Logback then configures itself again, as it does with {@code scan="true"}, it comes back.
 *
 * <p>From the moment the JVM begins to exit, and from {@link #release} of the last owner, a logging call returns when its line has
 * been written, so that nothing depends on a queue or a thread of ours any more.
 *
 * <p>Thread-safe.
 */
public final class InstalledLogging implements AsyncLogging, LifeCycle {

    private final LoggerContext context;
    private final LoggingSettings settings;
    /** Weakly: an application that is never closed may be forgotten. */
    private final Set<Object> owners = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final ConfigurationEventListener reconfigured = this::reconfigured;
    private volatile Installation current = Installation.NONE;
    private volatile boolean started;
    private final AtomicBoolean reported = new AtomicBoolean();

    private InstalledLogging(LoggerContext context, LoggingSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    /**
     * Makes the appenders of the context asynchronous, unless that has been done.
     *
     * @param before the preset that a reset of the context has ended just now; its owners go on owning the new one
     * @return the active preset, which has other settings if it was there before
     */
    public static InstalledLogging install(
            LoggerContext context, LoggingSettings settings, @Nullable InstalledLogging before) {
        context.getConfigurationLock().lock();
        try {
            InstalledLogging installed = of(context);
            if (installed == null) {
                installed = new InstalledLogging(context, settings);
                installed.activate();
                context.addConfigurationEventListener(installed.reconfigured);
                if (before != null) {
                    context.removeConfigurationEventListener(before.reconfigured);
                    installed.owners.addAll(before.owners);
                }
            }
            return installed;
        } finally {
            context.getConfigurationLock().unlock();
        }
    }

    /** Returns the preset of the context, or {@code null} where there is none. */
    public static @Nullable InstalledLogging of(LoggerContext context) {
        return (AsyncLogging.of(context) instanceof InstalledLogging installed) ? installed : null;
    }

    /** Returns the preset of the Logback that the application logs with; {@code null} where another logging system was chosen. */
    public static @Nullable InstalledLogging active() {
        return (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) ? of(context) : null;
    }

    private void activate() {
        start();
        context.putObject(AsyncLogging.class.getName(), this);
        context.register(this);
    }

    /**
     * Logback has configured the context. Boot does that while the context is stopped, and installs afterwards with the settings
     * of that moment; a reload of a file by Logback happens while it runs.
     */
    private void reconfigured(ConfigurationEvent event) {
        if (event.getEventType() != ConfigurationEvent.EventType.CONFIGURATION_ENDED_SUCCESSFULLY) {
            return;
        }
        context.getConfigurationLock().lock();
        try {
            if (!context.isStarted()) {
                context.removeConfigurationEventListener(reconfigured);
            } else if (of(context) == null) {
                activate();
            }
        } finally {
            context.getConfigurationLock().unlock();
        }
    }

    @Override
    public boolean flushAppenders() {
        long begin = System.nanoTime();
        boolean done = true;
        for (AppenderQueue one : current.queues()) {
            done &= one.flush(begin);
        }
        return done;
    }

    @Override
    public synchronized void start() {
        current = AsyncInstaller.install(context, settings);
        started = true;
    }

    /** Counts a user of this preset, most often the environment of an application. */
    public void acquire(Object owner) {
        owners.add(owner);
    }

    /** Flushes; after the last owner's release drains, too, and leaves all appenders synchronous until logging is configured or resumed. */
    public void release(Object owner) {
        owners.remove(owner);
        if (owners.isEmpty()) {
            context.removeConfigurationEventListener(reconfigured);
            drain();
        } else {
            flushAppenders();
        }
    }

    /** Counts a user again who was stopped and goes on, and makes the appenders asynchronous again if nobody was left meanwhile. */
    public void resume(Object owner) {
        context.getConfigurationLock().lock();
        try {
            acquire(owner);
            if (current.queues().stream().allMatch(AppenderQueue::isClosed)) {
                start();
                context.addConfigurationEventListener(reconfigured);
            }
        } finally {
            context.getConfigurationLock().unlock();
        }
    }

    /** All at once: together they take no longer than the shutdown timeout. */
    private void drain() {
        long begin = System.nanoTime();
        List<AppenderQueue> queues = current.queues();
        queues.forEach(AppenderQueue::beginDrain);
        queues.forEach(one -> one.awaitDrained(begin));
    }

    /** Called by the context at the beginning of a reset, before the appenders are stopped. */
    @Override
    public void stop() {
        started = false;
        drain();
    }

    @Override
    public boolean isStarted() {
        return started;
    }

    @Override
    public List<AppenderStatistics> statistics() {
        return current.queues().stream().map(AppenderQueue::statistics).toList();
    }

    /** True for the first call alone, which reports what is active. */
    public boolean isFirstToReport() {
        return !reported.getAndSet(true);
    }

    /** What was done to the appenders of the context the last time it was configured. */
    public Installation current() {
        return current;
    }
}
