/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the threads starter. Immutable.
 *
 * @param enabled Whether to enable the starter.
 * @param mode Kind of thread for every target that inherits: auto is virtual on Java 24 or later and platform below, unless spring.threads.virtual.enabled is set, which then decides.
 * @param onUnsupported What to do when virtual threads are asked for on Java below 21: warn and run on platform threads, or fail at start-up.
 * @param web Settings of the threads that handle requests.
 * @param async Settings of the application's task executor.
 * @param scheduling Settings of the application's task scheduler.
 * @param tomcat Settings of the Tomcat connector.
 */
@ConfigurationProperties("tuned.threads")
public record ThreadsProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("auto") Mode mode,
        @DefaultValue("warn") OnUnsupported onUnsupported,
        @DefaultValue Web web,
        @DefaultValue Async async,
        @DefaultValue Scheduling scheduling,
        @DefaultValue Tomcat tomcat) {

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
     * Settings of the threads that handle requests.
     *
     * @param mode Kind of thread that handles requests on an embedded Tomcat.
     */
    public record Web(@DefaultValue("inherit") TargetMode mode) {}

    /**
     * Settings of the application's task executor.
     *
     * @param mode Kind of thread of the applicationTaskExecutor, used by @Async methods and asynchronous requests.
     */
    public record Async(@DefaultValue("inherit") TargetMode mode) {}

    /**
     * Settings of the application's task scheduler.
     *
     * @param mode Kind of thread of the taskScheduler; when not set, platform threads unless spring.threads.virtual.enabled is true, whatever tuned.threads.mode says.
     */
    public record Scheduling(@Nullable TargetMode mode) {}

    /**
     * Settings of the Tomcat connector.
     *
     * @param processorCache Number of idle request processors that Tomcat keeps for reuse: auto (unlimited with virtual threads, otherwise unchanged), -1 for unlimited, or a number; server.tomcat.processor-cache wins.
     */
    public record Tomcat(@DefaultValue("auto") String processorCache) {

        static final String PROPERTY = "tuned.threads.tomcat.processor-cache";

        private static final String AUTO = "auto";

        /**
         * @throws InvalidThreadsConfigurationException if the value is neither auto nor an integer of at least -1
         */
        public Tomcat {
            if (!AUTO.equalsIgnoreCase(processorCache) && !isSize(processorCache)) {
                throw new InvalidThreadsConfigurationException(
                        PROPERTY,
                        processorCache,
                        "is neither 'auto' nor a whole number of at least -1",
                        "Write auto, -1 (unlimited) or the number of idle request processors to keep, such as 500.");
            }
        }

        /** Size asked for, -1 for unlimited; null for auto. */
        @Nullable
        Integer fixedProcessorCache() {
            return AUTO.equalsIgnoreCase(this.processorCache) ? null : Integer.valueOf(this.processorCache);
        }

        private static boolean isSize(String value) {
            try {
                return Integer.parseInt(value) >= -1;
            } catch (NumberFormatException ex) {
                return false;
            }
        }
    }
}
