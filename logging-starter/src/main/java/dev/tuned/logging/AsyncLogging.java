/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.spi.ConfigurationEvent;
import ch.qos.logback.core.spi.ConfigurationEventListener;
import ch.qos.logback.core.spi.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The asynchronous preset of one logger context. There is at most one at a time. A reset of the context ends it, as it ends the
 * appenders; where Logback then configures itself anew, as it does with {@code scan="true"}, it comes back.
 *
 * <p>From the moment the JVM begins to exit, and from {@link #release} of the last owner, a logging call returns when its line has
 * been written, so that nothing depends on a queue or a thread of ours any more.
 *
 * <p>Thread-safe.
 */
public final class AsyncLogging implements LifeCycle {

    private final LoggerContext context;
    private final AsyncSettings settings;
    private final Set<Object> owners = new HashSet<>();
    private final ConfigurationEventListener reconfigured = this::reconfigured;
    private @Nullable Thread exitHook;
    private volatile List<Tuned> tuned = List.of();
    private @Nullable PeriodicFlush periodicFlush;
    private volatile boolean started;
    private final AtomicBoolean told = new AtomicBoolean();

    private AsyncLogging(LoggerContext context, AsyncSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    /**
     * Makes the appenders of the context asynchronous, unless that has been done.
     *
     * @return the preset in force, which has other settings if it was there before
     */
    public static AsyncLogging install(LoggerContext context, AsyncSettings settings) {
        return install(context, settings, null);
    }

    /**
     * As {@link #install(LoggerContext, AsyncSettings)}, after a reset of the context.
     *
     * @param before the preset that the reset has ended; its owners go on owning the new one
     */
    public static AsyncLogging install(LoggerContext context, AsyncSettings settings, @Nullable AsyncLogging before) {
        context.getConfigurationLock().lock();
        try {
            AsyncLogging installed = of(context);
            if (installed == null) {
                installed = new AsyncLogging(context, settings);
                installed.putInForce();
                context.addConfigurationEventListener(installed.reconfigured);
                if (before != null) {
                    context.removeConfigurationEventListener(before.reconfigured);
                    installed.owners.addAll(before.owners());
                }
            }
            return installed;
        } finally {
            context.getConfigurationLock().unlock();
        }
    }

    /** Returns the preset of the context, or {@code null} where there is none. */
    public static @Nullable AsyncLogging of(LoggerContext context) {
        return (context.getObject(AsyncLogging.class.getName()) instanceof AsyncLogging installed) ? installed : null;
    }

    private void putInForce() {
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
                putInForce();
            }
        } finally {
            context.getConfigurationLock().unlock();
        }
    }

    /**
     * Waits until everything logged so far has been handed to the operating system; for a test that reads a log file.
     *
     * @return whether it was within the shutdown timeout; true where nothing is asynchronous
     */
    public static boolean flush() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            AsyncLogging installed = of(context);
            return installed == null || installed.flushAll();
        }
        return true;
    }

    private boolean flushAll() {
        boolean done = true;
        for (Tuned one : tuned) {
            done &= one.flush();
        }
        return done;
    }

    @Override
    public synchronized void start() {
        tuned = List.copyOf(new AsyncInstaller(context, settings).install());
        periodicFlush = PeriodicFlush.of(tuned, settings.sink().flushInterval());
        started = true;
        Thread hook = new Thread(this::drain, "tuned-logging-drain");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            exitHook = hook;
        } catch (IllegalStateException ex) {
            // The JVM is already on its way out.
            drain();
        }
    }

    private synchronized Set<Object> owners() {
        return Set.copyOf(owners);
    }

    /** Counts a user of this preset, most often the environment of an application. */
    public synchronized void acquire(Object owner) {
        owners.add(owner);
    }

    /** Flushes; after the last owner's release drains, too, and leaves all appenders synchronous until logging is set up anew. */
    public void release(Object owner) {
        if (forget(owner)) {
            context.removeConfigurationEventListener(reconfigured);
            drain();
            removeExitHook();
        } else {
            flushAll();
        }
    }

    private synchronized boolean forget(Object owner) {
        owners.remove(owner);
        return owners.isEmpty();
    }

    /** All at once: each may take the whole of the shutdown timeout. */
    private void drain() {
        List<Thread> others = new ArrayList<>();
        for (Tuned one : tuned.subList(Math.min(1, tuned.size()), tuned.size())) {
            Thread other = new Thread(one::drain, "tuned-logging-drain");
            other.setDaemon(true);
            other.start();
            others.add(other);
        }
        tuned.stream().limit(1).forEach(Tuned::drain);
        Uninterruptibly.join(others);
        endPeriodicFlush();
    }

    private synchronized void endPeriodicFlush() {
        if (periodicFlush != null) {
            periodicFlush.end();
            periodicFlush = null;
        }
    }

    /**
     * Ends logging with the JVM: in place of closing the files, leaves them open in synchronous mode, so that the lines of
     * shutdown hooks which run longer than this one are written, too. What cannot stay open is stopped.
     */
    public void stopWithJvm() {
        drain();
        JvmEnd.stopOthers(context, tuned);
    }

    /** Called by the context at the beginning of a reset, before the appenders are stopped. */
    @Override
    public void stop() {
        started = false;
        drain();
        removeExitHook();
    }

    private synchronized void removeExitHook() {
        Thread hook = exitHook;
        if (hook == null) {
            return;
        }
        exitHook = null;
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ex) {
            // The JVM is exiting: the hook runs, or has run, and does no harm.
        }
    }

    @Override
    public boolean isStarted() {
        return started;
    }

    synchronized @Nullable Thread exitHook() {
        return exitHook;
    }

    List<Tuned> tuned() {
        return tuned;
    }

    /**
     * Each appender behind a {@link TunedAsyncAppender}, put there by the preset or by the user, in the order of the loggers' names.
     * A reload of Logback's file makes new ones.
     */
    public List<SinkDescription> sinks() {
        return tuned.stream()
                .filter(one -> one instanceof Tuned.Sink sink && sink.front().isStarted())
                .map(one -> SinkDescription.of((Tuned.Sink) one))
                .toList();
    }

    /** What has become of the events of each of them. */
    public List<SinkStatistics> statistics() {
        return sinks().stream().map(SinkDescription::statistics).toList();
    }

    /** Whether nobody has asked this before: who is first tells what is in force. */
    public boolean isFirstToTell() {
        return !told.getAndSet(true);
    }

    /** What is in force, in one line. */
    public String describe() {
        return Description.of(tuned, settings);
    }

    /** What costs more than it need, one line each, naming the appender and the setting to change. */
    public List<String> warnings() {
        return Description.warnings(tuned);
    }
}
