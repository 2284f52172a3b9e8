/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/** Settings of the upload starter. */
@ConfigurationProperties("tuned.upload")
final class UploadProperties {

    /** Whether to enable the starter. */
    private Boolean enabled = true;

    /** Size up to which a file stays in memory. An explicit spring.servlet.multipart.file-size-threshold wins. */
    private DataSize threshold = DataSize.ofMegabytes(1);

    /** Memory that the parts of all uploads together may occupy. 64MB if not set, and at most a quarter of the heap. */
    private @Nullable DataSize memoryBudget;

    /** Number of files that a body may have, -1 for no limit but server.tomcat.max-part-count. */
    private Integer maxFiles = -1;

    /** Number of fields that a body may have, -1 for no limit but server.tomcat.max-part-count. */
    private Integer maxFields = -1;

    /** Bytes per second that a client has to send on average, 0 for no minimum. Only time spent waiting for it counts. */
    private DataSize minRate = DataSize.ofBytes(0);

    /** Time that a client is waited for before the minimum rate counts. */
    private Duration minRateGrace = Duration.ofSeconds(30);

    private final Linger linger = new Linger();

    public Boolean getEnabled() {
        return enabled;
    }

    public void setEnabled(Boolean enabled) {
        this.enabled = enabled;
    }

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

    public DataSize getMinRate() {
        return minRate;
    }

    public void setMinRate(DataSize minRate) {
        this.minRate = minRate;
    }

    public Duration getMinRateGrace() {
        return minRateGrace;
    }

    public void setMinRateGrace(Duration minRateGrace) {
        this.minRateGrace = minRateGrace;
    }

    public Linger getLinger() {
        return linger;
    }

    /** What is read of a body after an early answer, so that a client which sends all before it reads gets to it. */
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
