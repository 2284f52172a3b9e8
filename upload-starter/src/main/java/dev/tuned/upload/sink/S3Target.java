/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/**
 * Object to be, and the requests about it.
 *
 * @param random whether nobody else can have an object of that key
 */
record S3Target(String bucket, String key, boolean random, String contentType, Map<String, String> metadata) {

    PutObjectRequest put() {
        return PutObjectRequest.builder()
                .bucket(bucket)
                .key(key)
                .contentType(contentType)
                .metadata(metadata)
                .build();
    }

    CreateMultipartUploadRequest create() {
        return CreateMultipartUploadRequest.builder()
                .bucket(bucket)
                .key(key)
                .contentType(contentType)
                .metadata(metadata)
                .build();
    }

    UploadPartRequest part(String uploadId, int number) {
        return UploadPartRequest.builder()
                .bucket(bucket)
                .key(key)
                .uploadId(uploadId)
                .partNumber(number)
                .build();
    }

    CompleteMultipartUploadRequest complete(String uploadId, List<CompletedPart> parts) {
        return CompleteMultipartUploadRequest.builder()
                .bucket(bucket)
                .key(key)
                .uploadId(uploadId)
                .multipartUpload(upload -> upload.parts(parts))
                .build();
    }

    AbortMultipartUploadRequest abort(String uploadId) {
        return AbortMultipartUploadRequest.builder()
                .bucket(bucket)
                .key(key)
                .uploadId(uploadId)
                .build();
    }

    DeleteObjectRequest delete() {
        return DeleteObjectRequest.builder().bucket(bucket).key(key).build();
    }

    IOException failure(SdkException cause) {
        return new IOException(
                "Object %s of bucket %s could not be stored: %s".formatted(key, bucket, cause.getMessage()), cause);
    }
}
