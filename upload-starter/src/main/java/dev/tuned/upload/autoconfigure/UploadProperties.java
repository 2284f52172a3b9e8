/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the upload starter. Immutable.
 *
 * @param enabled Whether to enable the starter.
 * @param threshold Size up to which a file stays in memory. Larger ones go to the disk.
 * @param memoryBudget Memory that the parts of all uploads together may occupy. Past it files go to the disk below the threshold, too.
 * @param bufferSize Size of the buffer that a body is read through, one for each upload in flight.
 * @param location Directory for files above the threshold. A private one under java.io.tmpdir if not set.
 * @param maxFileSize Size that a file may have, -1 for no limit.
 * @param maxRequestSize Size that the whole body may have, -1 for no limit.
 * @param maxParts Number of parts that a body may have, -1 for no limit.
 * @param maxPartHeaderSize Size that the headers of one part may have, -1 for no limit.
 * @param maxTotalHeaderSize Size that the headers of all parts of a body may have, -1 for no limit.
 * @param maxFieldSize Size that a text field may have, -1 for no limit.
 * @param minRate Bytes per second that a client has to send on average, 0 for none. Only time spent waiting for it counts.
 * @param minRateGrace Time that a client is waited for before the least rate counts.
 * @param timeout Time that a client is waited for during the whole body. No limit if not set.
 * @param linger What is read of the body of a refused upload.
 * @param minFreeSpace Space that has to stay free where files are stored. No floor if not set.
 * @param eager Whether to read the body before a handler is looked for, as Spring does.
 * @param tomcat Settings of the Tomcat connector.
 */
@ConfigurationProperties("tuned.upload")
public record UploadProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("1MB") DataSize threshold,
        @DefaultValue("64MB") DataSize memoryBudget,
        @DefaultValue("16KB") DataSize bufferSize,
        @Nullable String location,
        @DefaultValue("1MB") DataSize maxFileSize,
        @DefaultValue("10MB") DataSize maxRequestSize,
        @DefaultValue("50") int maxParts,
        @DefaultValue("4KB") DataSize maxPartHeaderSize,
        @DefaultValue("64KB") DataSize maxTotalHeaderSize,
        @DefaultValue("64KB") DataSize maxFieldSize,
        @DefaultValue("1KB") DataSize minRate,
        @DefaultValue("30s") Duration minRateGrace,
        @Nullable Duration timeout,
        @DefaultValue Linger linger,
        @Nullable DataSize minFreeSpace,
        @DefaultValue("false") boolean eager,
        @DefaultValue Tomcat tomcat) {

    static final String PREFIX = "tuned.upload.";

    static final String THRESHOLD = PREFIX + "threshold";

    static final String LOCATION = PREFIX + "location";

    /**
     * Checks the bounds.
     *
     * @throws InvalidUploadConfigurationException if a value cannot work
     */
    public UploadProperties {
        PropertyCheck check = new PropertyCheck(PREFIX);
        check.threshold(threshold);
        check.notNegative(
                "memory-budget", memoryBudget, "Write 0 to send every file to the disk, or a size such as 64MB.");
        check.between("buffer-size", bufferSize, DataSize.ofKilobytes(1), DataSize.ofMegabytes(1));
        check.limit("max-file-size", maxFileSize, 0);
        check.limit("max-request-size", maxRequestSize, 1);
        check.limit("max-parts", maxParts);
        check.limit("max-part-header-size", maxPartHeaderSize, 64);
        check.limit("max-total-header-size", maxTotalHeaderSize, 64);
        check.limit("max-field-size", maxFieldSize, 0);
        check.notNegative("min-rate", minRate, "Write 0 for no least rate, or bytes per second such as 1KB.");
        check.notNegative(
                "min-rate-grace", minRateGrace, "Write 0 to let the least rate count at once, or a time such as 30s.");
        check.positive("timeout", timeout, "Leave it out for no deadline, or write a time such as 10m.");
        check.notNegative("min-free-space", minFreeSpace, "Leave it out for no floor, or write a size such as 1GB.");
    }

    /**
     * What is read of the body of a refused upload, so that a client which sends all before it reads gets to the answer.
     *
     * @param maxSize Size up to which the rest of a refused body is read, 0 to read nothing.
     * @param maxTime Time during which the rest of a refused body is read, 0 to read nothing.
     */
    public record Linger(
            @DefaultValue("16MB") DataSize maxSize,
            @DefaultValue("2s") Duration maxTime) {

        /**
         * Checks the bounds.
         *
         * @throws InvalidUploadConfigurationException if a value cannot work
         */
        public Linger {
            PropertyCheck check = new PropertyCheck(PREFIX + "linger.");
            check.notNegative("max-size", maxSize, "Write 0 to read nothing, or a size such as 16MB.");
            check.notNegative("max-time", maxTime, "Write 0 to read nothing, or a time such as 2s.");
        }
    }

    /**
     * Settings of the Tomcat connector.
     *
     * @param readBuffer Size of the buffer of each connection that Tomcat reads the socket into. Tomcat's own 8KB if not set.
     */
    public record Tomcat(@Nullable DataSize readBuffer) {

        /**
         * Checks the bounds.
         *
         * @throws InvalidUploadConfigurationException if a value cannot work
         */
        public Tomcat {
            new PropertyCheck(PREFIX + "tomcat.")
                    .between("read-buffer", readBuffer, DataSize.ofKilobytes(1), DataSize.ofMegabytes(16));
        }
    }
}
