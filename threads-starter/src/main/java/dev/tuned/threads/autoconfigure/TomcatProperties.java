/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the Tomcat connector. Immutable.
 *
 * @param processorCache Number of idle request processors that Tomcat keeps for reuse: auto (with virtual threads web.max-concurrency, unlimited without it or with a web.max-wait; otherwise unchanged), -1 for unlimited, or a number; server.tomcat.processor-cache wins.
 * @param connector Connector that talks to clients; nio2 is deprecated, because Tomcat 12 has it no more, and needs platform threads.
 * @param preset Settings to fill in where server.tomcat has none.
 * @param sendfile Settings for static resources.
 */
public record TomcatProperties(
        @DefaultValue("auto") String processorCache,
        @DefaultValue("nio") ConnectorType connector,
        @DefaultValue("none") Preset preset,
        @DefaultValue Sendfile sendfile) {

    /** Connector that talks to clients. */
    public enum ConnectorType {
        /** Non-blocking I/O with a poller. */
        NIO,
        /** Asynchronous channels. */
        NIO2
    }

    /** Settings for a kind of load. */
    public enum Preset {
        /** None. */
        NONE,
        /** Thousands of connections at once: more of them, more waiting to be accepted, kept open for long. */
        HIGH_CONCURRENCY,
        /** Few clients with many requests each: connections are kept open for long, slow senders let go. */
        LOW_LATENCY,
        /** Files to many readers: more connections, closed soon after a page is read. */
        STATIC_FILES
    }

    /**
     * Settings for static resources.
     *
     * @param enabled Whether Spring MVC's static resources are sent by sendfile where that is possible.
     * @param minSize Smallest resource or range to send so.
     * @param maxSize Largest resource or range to send so; unlimited when not set.
     * @param skipCompressible Whether responses that Tomcat would compress for their client are left to it.
     */
    public record Sendfile(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("48KB") DataSize minSize,
            @Nullable DataSize maxSize,
            @DefaultValue("true") boolean skipCompressible) {

        private static final String PREFIX = "tuned.threads.tomcat.sendfile.";

        /**
         * @throws InvalidThreadsConfigurationException if a size is negative, or the largest below the smallest
         */
        public Sendfile {
            if (minSize.isNegative()) {
                throw new InvalidThreadsConfigurationException(
                        PREFIX + "min-size",
                        minSize.toString(),
                        "is negative",
                        "Write a size such as 48KB, or 0 for every resource.");
            }
            if (maxSize != null && maxSize.compareTo(minSize) < 0) {
                throw new InvalidThreadsConfigurationException(
                        PREFIX + "max-size",
                        maxSize.toString(),
                        "is below min-size, " + minSize,
                        "Write a larger size, remove the property for no limit, or set " + PREFIX
                                + "enabled=false to send nothing by sendfile.");
            }
        }
    }

    static final String PROPERTY = "tuned.threads.tomcat.processor-cache";

    private static final String AUTO = "auto";

    /**
     * @throws InvalidThreadsConfigurationException if the value is neither auto nor an integer of at least -1
     */
    public TomcatProperties {
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
