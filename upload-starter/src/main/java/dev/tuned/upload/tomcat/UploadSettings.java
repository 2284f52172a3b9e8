/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

/**
 * Settings of uploads in addition to Spring Boot's own.
 *
 * @param threshold bytes up to which a file stays in memory; -1 for that of the multipart configuration
 * @param maxFiles parts with a file name in a body, -1 for no limit
 * @param maxFields parts without a file name, -1 for no limit
 * @param lingeringClose reads and drops an unread body
 */
public record UploadSettings(long threshold, int maxFiles, int maxFields, LingeringClose lingeringClose) {}
