/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

import dev.tuned.threads.OnSaturation;

/** Settings of the threads starter. Types of records are boxed so that an empty value stands for the default. */
@ConfigurationProperties("tuned.threads")
public final class ThreadsProperties {

    /**
     * Kind of thread for every target that inherits: auto is, for requests, Tomcat's pool with virtual threads while
     * requests wait for it, and for others virtual, both on Java 24 or later and platform below, unless
     * spring.threads.virtual.enabled is set, which then decides.
     */
    private Mode mode = Mode.AUTO;

    /**
     * What to do when virtual threads are asked for on Java below 21: warn and run on platform threads, or fail at start-up.
     */
    private OnUnsupported onUnsupported = OnUnsupported.WARN;

    private Async async = new Async(null, 0, null, OnSaturation.QUEUE);

    private Scheduling scheduling = new Scheduling(null);

    /** Settings of further executors, each a bean of that name. */
    private final Map<String, ExecutorProperties> executors = new LinkedHashMap<>();

    static ThreadsProperties bind(Environment environment) {
        return Binder.get(environment).bindOrCreate("tuned.threads", ThreadsProperties.class);
    }

    public Mode getMode() {
        return mode;
    }

    public void setMode(Mode mode) {
        this.mode = mode;
    }

    public OnUnsupported getOnUnsupported() {
        return onUnsupported;
    }

    public void setOnUnsupported(OnUnsupported onUnsupported) {
        this.onUnsupported = onUnsupported;
    }

    public Async getAsync() {
        return async;
    }

    public void setAsync(Async async) {
        this.async = async;
    }

    public Scheduling getScheduling() {
        return scheduling;
    }

    public void setScheduling(Scheduling scheduling) {
        this.scheduling = scheduling;
    }

    public Map<String, ExecutorProperties> getExecutors() {
        return executors;
    }

    /** Kind of thread for every target that inherits. */
    public enum Mode {
        /**
         * As {@code spring.threads.virtual.enabled} says; where it is not set, on Java 24 or later virtual, and for requests
         * virtual while they wait for Tomcat's pool.
         */
        AUTO,
        /** Platform threads, whatever {@code spring.threads.virtual.enabled} says. */
        PLATFORM,
        /** Virtual threads, whatever {@code spring.threads.virtual.enabled} says; needs Java 21. */
        VIRTUAL
    }

    /** Kind of thread for one target. */
    public enum TargetMode {
        /** As {@code tuned.threads.mode} says. */
        INHERIT,
        /** Platform threads. */
        PLATFORM,
        /** Virtual threads; needs Java 21. */
        VIRTUAL,
        /** As {@link Mode#AUTO}, whatever {@code tuned.threads.mode} says. */
        AUTO
    }

    /** Treatment of virtual threads that are requested on Java below 21. */
    public enum OnUnsupported {
        /** Log one WARN and run on platform threads. */
        WARN,
        /** Fail at start-up. */
        FAIL
    }

    /**
     * Settings of the application's task executor. Immutable.
     *
     * @param mode Kind of thread of the applicationTaskExecutor, used by @Async methods and asynchronous requests; when
     *     not set, as tuned.threads.mode says if that is platform or virtual, else as Spring Boot has it.
     * @param maxConcurrency Number of tasks that may run at once, 0 for no limit on virtual threads and for Spring
     *     Boot's pool size on platform threads.
     * @param queueCapacity Number of tasks, or of callers with on-saturation=block, that may wait while as many run as
     *     may; unlimited when not set.
     * @param onSaturation What to do with a task when as many run as may.
     */
    public record Async(
            @Nullable TargetMode mode,
            @DefaultValue("0") Integer maxConcurrency,
            @Nullable Integer queueCapacity,
            @DefaultValue("queue") OnSaturation onSaturation) {

        ExecutorProperties executor() {
            return new ExecutorProperties(TargetMode.INHERIT, maxConcurrency, queueCapacity, onSaturation, null, null);
        }
    }

    /**
     * Settings of the application's task scheduler. Immutable.
     *
     * @param mode Kind of thread of the taskScheduler; when not set, platform threads unless
     *     spring.threads.virtual.enabled is true, whatever tuned.threads.mode says.
     */
    public record Scheduling(@Nullable TargetMode mode) {}
}
