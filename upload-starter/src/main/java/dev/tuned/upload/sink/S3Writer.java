/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;

import dev.tuned.upload.UploadSink;

/** One object of an {@link S3Sink}. */
final class S3Writer implements UploadSink.Writer<StoredObject> {

    private final S3Client client;

    private final Target target;

    private final int partSize;

    private final List<CompletedPart> parts = new ArrayList<>();

    private final Piece piece = new Piece();

    private long size;

    /** The multipart upload, once there is one that has to end. */
    private @Nullable String uploadId;

    /** Whether the object may be there although the commit failed. */
    private boolean maybeStored;

    S3Writer(S3Client client, Target target, int partSize) {
        this.client = client;
        this.target = target;
        this.partSize = partSize;
    }

    /**
     * Object to be.
     *
     * @param random whether nobody else can have an object of that key
     */
    record Target(String bucket, String key, boolean random, String contentType, Map<String, String> metadata) {}

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        while (from < offset + length) {
            if (piece.size() == partSize) {
                exchange(this::sendPart);
            }
            int count = Math.min(offset + length - from, partSize - piece.size());
            piece.write(bytes, from, count);
            from += count;
        }
        size += length;
    }

    @Override
    public StoredObject commit() throws IOException {
        if (uploadId == null) {
            return exchange(this::put);
        }
        String id = exchange(this::sendPart);
        return exchange(() -> complete(id));
    }

    @Override
    public void abort() throws IOException {
        exchange(() -> {
            try {
                if (uploadId != null) {
                    client.abortMultipartUpload(
                            abort -> abort.bucket(target.bucket).key(target.key).uploadId(uploadId));
                }
            } catch (NoSuchUploadException ex) {
                // It is gone, be it that the storage has completed it.
            } finally {
                if (maybeStored && target.random) {
                    client.deleteObject(delete -> delete.bucket(target.bucket).key(target.key));
                }
            }
            return target;
        });
    }

    private <T> T exchange(Supplier<T> requests) throws IOException {
        try {
            return requests.get();
        } catch (SdkException ex) {
            String message = "Object %s of bucket %s could not be stored: %s";
            throw new IOException(message.formatted(target.key, target.bucket, ex.getMessage()), ex);
        }
    }

    /** Returns the multipart upload that the piece belongs to. */
    private String sendPart() {
        if (uploadId == null) {
            uploadId = client.createMultipartUpload(create -> create.bucket(target.bucket)
                            .key(target.key)
                            .contentType(target.contentType)
                            .metadata(target.metadata))
                    .uploadId();
        }
        String id = uploadId;
        int number = parts.size() + 1;
        String eTag = client.uploadPart(
                        part -> part.bucket(target.bucket)
                                .key(target.key)
                                .uploadId(id)
                                .partNumber(number),
                        piece.content(target.contentType))
                .eTag();
        parts.add(CompletedPart.builder().partNumber(number).eTag(eTag).build());
        piece.reset();
        return id;
    }

    private StoredObject put() {
        try {
            var answer = client.putObject(
                    put -> put.bucket(target.bucket)
                            .key(target.key)
                            .contentType(target.contentType)
                            .metadata(target.metadata),
                    piece.content(target.contentType));
            return stored(answer.eTag(), answer.versionId());
        } catch (SdkException ex) {
            maybeStored = !isRefusal(ex);
            throw ex;
        }
    }

    private StoredObject complete(String id) {
        try {
            var answer = client.completeMultipartUpload(complete -> complete.bucket(target.bucket)
                    .key(target.key)
                    .uploadId(id)
                    .multipartUpload(upload -> upload.parts(parts)));
            return stored(answer.eTag(), answer.versionId());
        } catch (SdkException ex) {
            // An upload that is gone may be complete: so it looks when an answer was lost and the client tried again.
            maybeStored = ex instanceof NoSuchUploadException || !isRefusal(ex);
            throw ex;
        }
    }

    private StoredObject stored(@Nullable String eTag, @Nullable String versionId) {
        return new StoredObject(target.bucket, target.key, eTag, versionId, size);
    }

    private static boolean isRefusal(SdkException failure) {
        return failure instanceof AwsServiceException answer && answer.statusCode() < 500;
    }

    /** Bytes that go by one request. */
    private static final class Piece extends ByteArrayOutputStream {

        /** Not copied, and from its start again if the client tries again. */
        RequestBody content(String type) {
            int length = count;
            return RequestBody.fromContentProvider(() -> new ByteArrayInputStream(buf, 0, length), length, type);
        }
    }
}
