/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

import dev.tuned.upload.UploadSink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@Tag("thorough")
class S3SinkIT extends SinkContract<StoredObject> {

    private static final String BUCKET = "uploads";

    private static final int MB = 1 << 20;

    @TempDir
    private static Path directory;

    private static S3Server server;

    @BeforeAll
    static void startServer() throws IOException {
        server = S3Server.start(directory);
    }

    @AfterAll
    static void endServer() {
        server.close();
    }

    @BeforeEach
    void makeBucket() {
        server.client.createBucket(create -> create.bucket(BUCKET));
    }

    @AfterEach
    void removeBucket() {
        for (String key : server.keys(BUCKET)) {
            server.client.deleteObject(delete -> delete.bucket(BUCKET).key(key));
        }
        server.client.deleteBucket(delete -> delete.bucket(BUCKET));
    }

    @Override
    S3Sink sink() {
        return S3Sink.of(server.client, BUCKET);
    }

    @Override
    byte[] content(StoredObject stored) {
        byte[] content = server.client
                .getObjectAsBytes(get -> get.bucket(stored.bucket()).key(stored.key()))
                .asByteArray();
        assertThat(stored.size()).isEqualTo(content.length);
        assertThat(stored.eTag()).isNotEmpty();
        return content;
    }

    @Override
    List<String> remains() {
        List<String> remains = new ArrayList<>(server.keys(BUCKET));
        remains.addAll(server.uploads(BUCKET));
        return remains;
    }

    @Test
    void aLargePartIsSentInPiecesWhileItArrives() throws IOException {
        byte[] content = random(21 * MB + 1);
        UploadSink.Writer<StoredObject> writer = sink().open(PART);
        write(writer, content);
        assertThat(server.uploads(BUCKET)).hasSize(1);
        assertThat(content(writer.commit())).isEqualTo(content);
        assertThat(remains()).hasSize(1);
    }

    @Test
    void aPartOfExactlyOnePieceTakesOneRequest() throws IOException {
        byte[] content = random(5 * MB);
        UploadSink.Writer<StoredObject> writer = sink().partSize(5 * MB).open(PART);
        write(writer, content);
        assertThat(server.uploads(BUCKET)).isEmpty();
        assertThat(content(writer.commit())).isEqualTo(content);
    }

    @Test
    void nothingIsLeftAfterTheAbortOfALargePart() throws IOException {
        UploadSink.Writer<StoredObject> writer = sink().partSize(5 * MB).open(PART);
        write(writer, random(11 * MB));
        assertThat(server.uploads(BUCKET)).hasSize(1);
        writer.abort();
        assertThat(remains()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1000, true", "1000, false", "6000000, true", "6000000, false"})
    void nothingIsLeftAfterACommitThatFailed(int size, boolean arrives) throws IOException {
        try (S3Client failing = server.newClient()
                .overrideConfiguration(client -> client.addExecutionInterceptor(new FailingCommit(arrives)))
                .build()) {
            UploadSink.Writer<StoredObject> writer =
                    S3Sink.of(failing, BUCKET).partSize(5 * MB).open(PART);
            write(writer, random(size));
            assertThatIOException().isThrownBy(writer::commit).withMessageContainingAll("bucket " + BUCKET, "cut off");
            writer.abort();
        }
        assertThat(remains()).isEmpty();
    }

    @Test
    void theObjectHasTheTypeTheMetadataAndTheKeyItWasGiven() throws IOException {
        S3Sink sink = sink().key(part -> "in/" + part.name()).metadata(part -> Map.of("form-field", part.name()));
        assertThat(store(sink, random(10)).key()).isEqualTo("in/file");
        HeadObjectResponse head =
                server.client.headObject(object -> object.bucket(BUCKET).key("in/file"));
        assertThat(head.contentType()).isEqualTo("text/plain");
        assertThat(head.metadata()).containsEntry("form-field", "file");
    }

    @Test
    void aBucketThatIsNotThereIsNamed() {
        S3Sink sink = S3Sink.of(server.client, "elsewhere");
        assertThatIOException()
                .isThrownBy(() -> store(sink, random(10)))
                .withMessageContaining("bucket elsewhere")
                .withCauseInstanceOf(NoSuchBucketException.class);
        assertThatIOException()
                .isThrownBy(() -> write(sink.open(PART), random(9 * MB)))
                .withMessageContaining("bucket elsewhere")
                .withCauseInstanceOf(NoSuchBucketException.class);
    }

    @Test
    @Timeout(180)
    void aServerThatDiesFailsTheWriteAndTheAbortReturns(@TempDir Path other) throws IOException {
        try (S3Server mortal = S3Server.start(other)) {
            mortal.client.createBucket(create -> create.bucket(BUCKET));
            UploadSink.Writer<StoredObject> writer =
                    S3Sink.of(mortal.client, BUCKET).partSize(5 * MB).open(PART);
            write(writer, random(6 * MB));
            mortal.kill();
            assertThatIOException()
                    .isThrownBy(() -> write(writer, random(6 * MB)))
                    .withMessageContaining("bucket " + BUCKET);
            assertThatIOException().isThrownBy(writer::abort).withMessageContaining("bucket " + BUCKET);
        }
    }

    @Test
    void piecesHaveS3sLeastSize() {
        assertThatIllegalArgumentException().isThrownBy(() -> sink().partSize(5 * MB - 1));
    }

    /** Stops the request that makes the object visible, or loses its answer. */
    private record FailingCommit(boolean arrives) implements ExecutionInterceptor {

        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            failIf(!arrives, context.request());
        }

        @Override
        public void afterUnmarshalling(Context.AfterUnmarshalling context, ExecutionAttributes attributes) {
            failIf(arrives, context.request());
        }

        private static void failIf(boolean now, SdkRequest request) {
            if (now && (request instanceof PutObjectRequest || request instanceof CompleteMultipartUploadRequest)) {
                throw SdkClientException.create("cut off");
            }
        }
    }
}
