/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import org.jspecify.annotations.Nullable;

/**
 * Object of an S3-compatible storage that holds a whole part of an upload.
 *
 * @param bucket name of the bucket
 * @param key key of the object
 * @param eTag entity tag as the storage sent it, with its quotation marks, or null
 * @param versionId version where the bucket keeps several, or null
 * @param size bytes
 */
public record StoredObject(
        String bucket,
        String key,
        @Nullable String eTag,
        @Nullable String versionId,
        long size) {}
