/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import dev.tuned.upload.body.MinimumRate;
import dev.tuned.upload.multipart.Limit;

/**
 * What uploads are read by, besides Spring Boot's own settings.
 *
 * @param threshold bytes up to which a file stays in memory; -1 for that of the multipart configuration
 * @param maxFiles parts with a file name in a body
 * @param maxFields parts without
 * @param minimumRate how slow a client may be
 * @param lingeringClose what becomes of an unread body
 */
public record UploadSettings(
        long threshold, Limit maxFiles, Limit maxFields, MinimumRate minimumRate, LingeringClose lingeringClose) {}
