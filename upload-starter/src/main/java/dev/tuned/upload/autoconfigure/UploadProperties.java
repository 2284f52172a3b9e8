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
 * @param threshold Size up to which a file stays in memory. An explicit spring.servlet.multipart.file-size-threshold wins.
 * @param memoryBudget Memory that the parts of all uploads together may occupy. 64MB if not set, and at most a quarter of the heap.
 * @param maxFiles Number of files that a body may have, -1 for no limit but server.tomcat.max-part-count.
 * @param maxFields Number of fields that a body may have, -1 for no limit but server.tomcat.max-part-count.
 * @param minRate Bytes per second that a client has to send on average, 0 for no minimum. Only time spent waiting for it counts.
 * @param minRateGrace Time that a client is waited for before the minimum rate counts.
 * @param linger What is read of a body after an early answer.
 */
@ConfigurationProperties("tuned.upload")
public record UploadProperties(
        @DefaultValue("true") Boolean enabled,
        @DefaultValue("1MB") DataSize threshold,
        @Nullable DataSize memoryBudget,
        @DefaultValue("-1") Integer maxFiles,
        @DefaultValue("-1") Integer maxFields,
        @DefaultValue("0") DataSize minRate,
        @DefaultValue("30s") Duration minRateGrace,
        @DefaultValue Linger linger) {

    /**
     * What is read of a body after an early answer, so that a client which sends all before it reads gets to it.
     *
     * @param maxSize Size up to which the rest of a body is read after an early answer, 0 to read no more than Tomcat does.
     * @param maxTime Time during which the rest of a body is read after an early answer, 0 to read no more than Tomcat does.
     */
    public record Linger(
            @DefaultValue("16MB") DataSize maxSize,
            @DefaultValue("2s") Duration maxTime) {}
}
