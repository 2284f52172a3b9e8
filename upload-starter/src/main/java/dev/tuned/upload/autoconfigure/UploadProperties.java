/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.time.Duration;

import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

import dev.tuned.upload.tomcat.LingeringClose;
import dev.tuned.upload.tomcat.UploadSettings;

/** Settings of the upload starter. Types are boxed so that an empty value stands for the default. */
@ConfigurationProperties("tuned.upload")
final class UploadProperties {

    private static final String PREFIX = "tuned.upload.";

    private static final String NEGATIVE = "is negative";

    private static final String BELOW_NO_LIMIT = "is below -1, which stands for no limit";

    private static final String BOOT_THRESHOLD = "spring.servlet.multipart.file-size-threshold";

    private static final long MAX_BUDGET = 64L << 20;

    private static final int TOMCATS_MAX_PARTS = 50;

    /** Uploads may use a third of what the heap has beyond this: connections and handlers need the rest. */
    private static final long HEAP_WITHOUT_UPLOADS = 64L << 20;

    private static final int HEAP_SHARE = 3;

    /** Size up to which a file stays in memory. An explicit spring.servlet.multipart.file-size-threshold or MultipartConfigElement wins. */
    private DataSize threshold = DataSize.ofMegabytes(1);

    /** Memory that the parts of all uploads together may occupy. If not set, 64MB, and at most a third of what the heap has beyond 64MB. */
    private @Nullable DataSize memoryBudget;

    /** Number of files that a body may have, -1 for no limit but server.tomcat.max-part-count. */
    private Integer maxFiles = -1;

    /** Number of fields that a body may have, -1 for no limit but server.tomcat.max-part-count. */
    private Integer maxFields = -1;

    private final Linger linger = new Linger();

    public DataSize getThreshold() {
        return threshold;
    }

    public void setThreshold(DataSize threshold) {
        this.threshold = threshold;
    }

    public @Nullable DataSize getMemoryBudget() {
        return memoryBudget;
    }

    public void setMemoryBudget(@Nullable DataSize memoryBudget) {
        this.memoryBudget = memoryBudget;
    }

    public Integer getMaxFiles() {
        return maxFiles;
    }

    public void setMaxFiles(Integer maxFiles) {
        this.maxFiles = maxFiles;
    }

    public Integer getMaxFields() {
        return maxFields;
    }

    public void setMaxFields(Integer maxFields) {
        this.maxFields = maxFields;
    }

    public Linger getLinger() {
        return linger;
    }

    /** Checks the settings and combines them with Spring Boot's, which win where the application sets them. */
    UploadSettings settings(Environment environment) {
        refuse(threshold.isNegative(), "threshold", threshold, NEGATIVE);
        refuse(linger.maxSize.isNegative(), "linger.max-size", linger.maxSize, NEGATIVE);
        refuse(linger.maxTime.isNegative(), "linger.max-time", linger.maxTime, NEGATIVE);
        refuse(maxFiles < -1, "max-files", maxFiles, BELOW_NO_LIMIT);
        refuse(maxFields < -1, "max-fields", maxFields, BELOW_NO_LIMIT);
        int maxParts = Binder.get(environment)
                .bind("server.tomcat.max-part-count", Integer.class)
                .orElse(TOMCATS_MAX_PARTS);
        warnIfHidden("max-files", maxFiles, maxParts);
        warnIfHidden("max-fields", maxFields, maxParts);
        boolean bootsThreshold =
                Binder.get(environment).bind(BOOT_THRESHOLD, DataSize.class).isBound();
        return new UploadSettings(
                bootsThreshold ? -1 : threshold.toBytes(),
                maxFiles,
                maxFields,
                new LingeringClose(linger.maxSize.toBytes(), linger.maxTime));
    }

    /** Bytes that all parts together may have in memory. */
    long memoryBudget(long maxHeap) {
        if (memoryBudget == null) {
            return Math.max(0, Math.min(MAX_BUDGET, (maxHeap - HEAP_WITHOUT_UPLOADS) / HEAP_SHARE));
        }
        refuse(memoryBudget.isNegative(), "memory-budget", memoryBudget, NEGATIVE);
        return memoryBudget.toBytes();
    }

    private static void warnIfHidden(String name, int limit, int maxParts) {
        if (maxParts >= 0 && limit > maxParts) {
            LogFactory.getLog(UploadProperties.class)
                    .warn(PREFIX + name + "=" + limit + " is never reached: server.tomcat.max-part-count=" + maxParts
                            + " rejects a body before");
        }
    }

    private static void refuse(boolean wrong, String name, Object value, String reason) {
        if (wrong) {
            throw new InvalidConfigurationPropertyValueException(PREFIX + name, value, reason);
        }
    }

    /** Bounds of reading a body after an early answer, so that a client that sends everything first gets the answer. */
    static final class Linger {

        /** Size up to which the rest of a body is read after an early answer, 0 to read no more than Tomcat does. */
        private DataSize maxSize = DataSize.ofMegabytes(16);

        /** Time during which the rest of a body is read after an early answer, 0 to read no more than Tomcat does. */
        private Duration maxTime = Duration.ofSeconds(2);

        public DataSize getMaxSize() {
            return maxSize;
        }

        public void setMaxSize(DataSize maxSize) {
            this.maxSize = maxSize;
        }

        public Duration getMaxTime() {
            return maxTime;
        }

        public void setMaxTime(Duration maxTime) {
            this.maxTime = maxTime;
        }
    }
}
