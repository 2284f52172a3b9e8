/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

import dev.tuned.upload.UploadSink;

/** One object of an {@link S3Sink}. */
final class S3Writer implements UploadSink.Writer<StoredObject> {

    private static final int FIRST_CAPACITY = 64 << 10;

    private final S3Client client;

    private final S3Target target;

    private final int partSize;

    private final List<CompletedPart> parts = new ArrayList<>();

    private byte[] buffer = {};

    private int buffered;

    private long size;

    /** The multipart upload, once there is one that has to end. */
    private @Nullable String uploadId;

    /** Whether the object may be there although the commit failed. */
    private boolean maybeStored;

    S3Writer(S3Client client, S3Target target, int partSize) {
        this.client = client;
        this.target = target;
        this.partSize = partSize;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            if (buffered == partSize) {
                sendPart();
            }
            int count = Math.min(left, partSize - buffered);
            ensureCapacity(buffered + count);
            System.arraycopy(bytes, from, buffer, buffered, count);
            buffered += count;
            from += count;
            left -= count;
        }
        size += length;
    }

    @Override
    public StoredObject commit() throws IOException {
        StoredObject object = (uploadId == null) ? put() : complete(sendPart());
        buffer = new byte[0];
        return object;
    }

    @Override
    public void abort() throws IOException {
        buffer = new byte[0];
        try {
            if (uploadId != null) {
                client.abortMultipartUpload(target.abort(uploadId));
            }
        } catch (NoSuchUploadException ex) {
            // It is gone, be it that the storage has completed it.
        } catch (SdkException ex) {
            throw target.failure(ex);
        } finally {
            if (maybeStored && target.random()) {
                client.deleteObject(target.delete());
            }
        }
    }

    private void ensureCapacity(int needed) {
        if (needed > buffer.length) {
            int doubled = (int) Math.min(partSize, 2L * buffer.length);
            buffer = Arrays.copyOf(buffer, Math.max(Math.max(needed, doubled), Math.min(FIRST_CAPACITY, partSize)));
        }
    }

    /** Returns the multipart upload that the piece belongs to. */
    private String sendPart() throws IOException {
        try {
            String id = uploadId;
            if (id == null) {
                id = client.createMultipartUpload(target.create()).uploadId();
                uploadId = id;
            }
            int number = parts.size() + 1;
            String eTag = client.uploadPart(target.part(id, number), content()).eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(eTag).build());
            buffered = 0;
            return id;
        } catch (SdkException ex) {
            throw target.failure(ex);
        }
    }

    private StoredObject put() throws IOException {
        try {
            PutObjectResponse answer = client.putObject(target.put(), content());
            return new StoredObject(target.bucket(), target.key(), answer.eTag(), answer.versionId(), size);
        } catch (SdkException ex) {
            maybeStored = !isRefusal(ex);
            throw target.failure(ex);
        }
    }

    private StoredObject complete(String id) throws IOException {
        try {
            CompleteMultipartUploadResponse answer = client.completeMultipartUpload(target.complete(id, parts));
            return new StoredObject(target.bucket(), target.key(), answer.eTag(), answer.versionId(), size);
        } catch (SdkException ex) {
            // An upload that is gone may be complete: so it looks when an answer was lost and the client tried again.
            maybeStored = ex instanceof NoSuchUploadException || !isRefusal(ex);
            throw target.failure(ex);
        }
    }

    private static boolean isRefusal(SdkException failure) {
        return failure instanceof AwsServiceException answer && answer.statusCode() < 500;
    }

    /** What is buffered, not copied, and from its start again if the client tries again. */
    private RequestBody content() {
        byte[] bytes = buffer;
        int length = buffered;
        return RequestBody.fromContentProvider(
                () -> new ByteArrayInputStream(bytes, 0, length), length, target.contentType());
    }
}
