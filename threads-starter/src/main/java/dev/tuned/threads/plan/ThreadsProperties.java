/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;

/**
 * Settings of the threads starter. Immutable.
 *
 * @param enabled Whether to enable the starter.
 * @param mode Kind of thread for every target that inherits: auto is virtual on Java 24 or later and platform below, unless spring.threads.virtual.enabled is set, which then decides.
 * @param onUnsupported What to do when virtual threads are asked for on Java below 21: warn and run on platform threads, or fail at start-up.
 * @param async Settings of the application's task executor.
 * @param scheduling Settings of the application's task scheduler.
 * @param executors Settings of further executors, each a bean of that name.
 */
@ConfigurationProperties("tuned.threads")
public record ThreadsProperties(
        @DefaultValue("true") Boolean enabled,
        @DefaultValue("auto") Mode mode,
        @DefaultValue("warn") OnUnsupported onUnsupported,
        @DefaultValue Async async,
        @DefaultValue Scheduling scheduling,
        @DefaultValue Map<String, ExecutorProperties> executors) {

    /** What the names of the properties of the application's task executor begin with. */
    public static final String ASYNC = "tuned.threads.async.";

    /** @throws InvalidThreadsConfigurationException if an executor cannot be made from its settings */
    public ThreadsProperties {
        async.executor().checkBound(ASYNC);
        executors.forEach((name, executor) -> executor.check(name));
    }

    /** Kind of thread for every target that inherits. */
    public enum Mode {
        /** As {@code spring.threads.virtual.enabled} says; where it is not set, virtual on Java 24 or later. */
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

    /** What to do when virtual threads are asked for on Java below 21. */
    public enum OnUnsupported {
        /** Log one WARN and run on platform threads. */
        WARN,
        /** Fail at start-up. */
        FAIL
    }

    /**
     * Settings of the application's task executor.
     *
     * @param mode Kind of thread of the applicationTaskExecutor, used by @Async methods and asynchronous requests; when not set, as tuned.threads.mode says if that is platform or virtual, else as Spring Boot has it.
     * @param maxConcurrency Number of tasks that may run at once, 0 for no limit on virtual threads and for Spring Boot's pool size on platform threads.
     * @param queueCapacity Number of tasks, or of callers with on-saturation=block, that may wait while as many run as may; unlimited when not set.
     * @param onSaturation What to do with a task when as many run as may.
     */
    public record Async(
            @Nullable TargetMode mode,
            @DefaultValue("0") Integer maxConcurrency,
            @Nullable Integer queueCapacity,
            @DefaultValue("queue") OnSaturation onSaturation) {

        private ExecutorProperties executor() {
            return new ExecutorProperties(
                    TargetMode.INHERIT, this.maxConcurrency, this.queueCapacity, this.onSaturation, null, null);
        }

        /** Its limit. */
        public Bound bound() {
            return executor().bound();
        }
    }

    /**
     * Settings of the application's task scheduler.
     *
     * @param mode Kind of thread of the taskScheduler; when not set, platform threads unless spring.threads.virtual.enabled is true, whatever tuned.threads.mode says.
     */
    public record Scheduling(@Nullable TargetMode mode) {}
}
