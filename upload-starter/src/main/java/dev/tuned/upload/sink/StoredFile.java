/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.nio.file.Path;

/**
 * File that holds a whole part of an upload.
 *
 * @param path absolute path of the file
 * @param size bytes
 */
public record StoredFile(Path path, long size) {}
