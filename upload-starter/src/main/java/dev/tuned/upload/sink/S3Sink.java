/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Makes an object in a bucket of an S3-compatible storage of each part, by the AWS SDK 2 ({@code
 * software.amazon.awssdk:s3}), which the application brings.
 *
 * <p>A part up to the {@linkplain #partSize part size} is sent by one request at the commit. Of a larger one each piece of
 * that size is sent as soon as it is there, by S3's multipart upload, which the commit completes: the object appears then,
 * and at once. Memory: an array of at most twice the part size for each upload, which grows as bytes arrive and serves for
 * all pieces. Uploads of more than 10,000 pieces fail, 80 GB with the default.
 *
 * <p>What fails is an {@link IOException} that names bucket and key; how often and how long requests are tried is the
 * client's to say. An abort, or anything that fails, aborts the multipart upload; where no request gets through any more,
 * that is logged, and the storage keeps the pieces until a life-cycle rule of the bucket removes incomplete uploads. After
 * a commit whose answer was lost, an object under a random key is removed too. Under {@linkplain #key keys of your own}
 * it stays, because it might have been there before. Immutable; safe for use by many threads.
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

    /** Makes a sink for a bucket, with random keys and the parts' content types. The client stays the caller's to close. */
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

    /** This sink with metadata that a function makes. What it takes from the client of the upload it has to check. */
    public S3Sink metadata(Function<PartInfo, Map<String, String>> newMetadata) {
        return new S3Sink(client, bucket, partSize, key, newMetadata);
    }

    @Override
    public Writer<StoredObject> open(PartInfo part) {
        String name = (key != null) ? key.apply(part) : UUID.randomUUID().toString();
        S3Writer.Target target =
                new S3Writer.Target(bucket, name, key == null, ContentTypes.of(part), metadata.apply(part));
        return new S3Writer(client, target, partSize);
    }
}
