/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.MinimumRate;

/**
 * Settings of uploads in addition to Spring Boot's own.
 *
 * @param threshold bytes up to which a file stays in memory; -1 for that of the multipart configuration
 * @param maxFiles parts with a file name in a body
 * @param maxFields parts without a file name
 * @param minimumRate rate at which a client has to send
 * @param lingeringClose reads and drops an unread body
 */
public record UploadSettings(
        long threshold, Limit maxFiles, Limit maxFields, MinimumRate minimumRate, LingeringClose lingeringClose) {}
