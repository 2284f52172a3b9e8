/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Stores each part as an object in a bucket of an S3-compatible storage, by the AWS SDK 2 ({@code software.amazon.awssdk:s3}),
 * which the application brings.
 *
 * <p>A part up to the {@linkplain #partSize part size} is sent by one request at the commit. Pieces of that size of a larger one
 * are sent as soon as they have arrived, by S3's multipart upload, which the commit completes: then the whole object appears.
 * Memory: an array of at most twice the part size for each upload, which grows as bytes arrive and serves all pieces. Uploads of
 * more than 10,000 pieces fail, 80 GB with the default.
 *
 * <p>Failures are {@link IOException}s that name bucket and key; the client decides how often and how long requests are tried. An
 * abort or a failure aborts the multipart upload. If no request gets through any more, that is logged, and the storage keeps the
 * pieces until a life-cycle rule of the bucket removes incomplete uploads. After a commit whose answer was lost, an object under a
 * random key is removed, too. Under {@linkplain #key keys of your own} it stays, because it might have been there before.
 * Immutable; safe for use by many threads.
 */
public final class S3Sink implements UploadSink<StoredObject> {

    private static final int MIN_PART_SIZE = 5 << 20;

    private static final int DEFAULT_PART_SIZE = 8 << 20;

    private final S3Client client;

    private final String bucket;

    private final int partSize;

    private final @Nullable Function<PartInfo, String> key;

    private final Function<PartInfo, Map<String, String>> metadata;

    private S3Sink(
            S3Client client,
            String bucket,
            int partSize,
            @Nullable Function<PartInfo, String> key,
            Function<PartInfo, Map<String, String>> metadata) {
        this.client = client;
        this.bucket = bucket;
        this.partSize = partSize;
        this.key = key;
        this.metadata = metadata;
    }

    /** Creates a sink for a bucket, with random keys and the parts' content types. The caller closes the client. */
    public static S3Sink of(S3Client client, String bucket) {
        return new S3Sink(client, bucket, DEFAULT_PART_SIZE, null, part -> Map.of());
    }

    /** This sink with keys that a function names. An object with the same key is replaced at the commit. */
    public S3Sink key(Function<PartInfo, String> newKey) {
        return new S3Sink(client, bucket, partSize, newKey, metadata);
    }

    /**
     * This sink with another size of pieces, and of the memory for each upload.
     *
     * @param bytes 5 MB, S3's own minimum, or more
     * @throws IllegalArgumentException if it is less
     */
    public S3Sink partSize(int bytes) {
        if (bytes < MIN_PART_SIZE) {
            throw new IllegalArgumentException(
                    "S3 takes parts of at least " + MIN_PART_SIZE + " bytes, but this is " + bytes);
        }
        return new S3Sink(client, bucket, bytes, key, metadata);
    }

    /** This sink with metadata from a function, which has to check all that it takes from the client of the upload. */
    public S3Sink metadata(Function<PartInfo, Map<String, String>> newMetadata) {
        return new S3Sink(client, bucket, partSize, key, newMetadata);
    }

    @Override
    public Writer<StoredObject> open(PartInfo part) {
        return new ObjectWriter(part);
    }

    /** One object. */
    private final class ObjectWriter implements Writer<StoredObject> {

        private final String name;

        private final String contentType;

        private final Map<String, String> labels;

        private final List<CompletedPart> parts = new ArrayList<>();

        private final Piece piece = new Piece();

        private long size;

        /** The multipart upload, once it has begun. */
        private @Nullable String uploadId;

        /** Whether the object may be there although the commit failed. */
        private boolean maybeStored;

        ObjectWriter(PartInfo part) {
            name = (key != null) ? key.apply(part) : UUID.randomUUID().toString();
            contentType = ContentTypes.of(part);
            labels = metadata.apply(part);
        }

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
            String id = (uploadId != null) ? exchange(this::sendPart) : null;
            return exchange(() -> {
                try {
                    return (id != null) ? complete(id) : put();
                } catch (SdkException ex) {
                    // If an answer was lost and the client tried again, an upload that is complete is not found.
                    maybeStored = ex instanceof NoSuchUploadException
                            || !(ex instanceof AwsServiceException answer && answer.statusCode() < 500);
                    throw ex;
                }
            });
        }

        @Override
        public void abort() throws IOException {
            exchange(() -> {
                try {
                    if (uploadId != null) {
                        client.abortMultipartUpload(
                                abort -> abort.bucket(bucket).key(name).uploadId(uploadId));
                    }
                } catch (NoSuchUploadException ex) {
                    // The storage has removed or completed it.
                } finally {
                    if (maybeStored && key == null) {
                        client.deleteObject(delete -> delete.bucket(bucket).key(name));
                    }
                }
                return name;
            });
        }

        private <T> T exchange(Supplier<T> requests) throws IOException {
            try {
                return requests.get();
            } catch (SdkException ex) {
                String message = "Object %s of bucket %s could not be stored: %s";
                throw new IOException(message.formatted(name, bucket, ex.getMessage()), ex);
            }
        }

        /** Sends the current piece; returns its multipart upload, which is begun if need be. */
        private String sendPart() {
            if (uploadId == null) {
                uploadId = client.createMultipartUpload(create -> create.bucket(bucket)
                                .key(name)
                                .contentType(contentType)
                                .metadata(labels))
                        .uploadId();
            }
            String id = uploadId;
            int number = parts.size() + 1;
            String eTag = client.uploadPart(
                            part -> part.bucket(bucket).key(name).uploadId(id).partNumber(number),
                            piece.content(contentType))
                    .eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(eTag).build());
            piece.reset();
            return id;
        }

        private StoredObject put() {
            var answer = client.putObject(
                    put -> put.bucket(bucket).key(name).contentType(contentType).metadata(labels),
                    piece.content(contentType));
            return new StoredObject(bucket, name, answer.eTag(), answer.versionId(), size);
        }

        private StoredObject complete(String id) {
            var answer = client.completeMultipartUpload(complete ->
                    complete.bucket(bucket).key(name).uploadId(id).multipartUpload(upload -> upload.parts(parts)));
            return new StoredObject(bucket, name, answer.eTag(), answer.versionId(), size);
        }
    }

    /** Bytes that are sent by one request. */
    private static final class Piece extends ByteArrayOutputStream {

        /** Reads the bytes without a copy, and from the start again if the client tries again. */
        RequestBody content(String type) {
            int length = count;
            return RequestBody.fromContentProvider(() -> new ByteArrayInputStream(buf, 0, length), length, type);
        }
    }
}
