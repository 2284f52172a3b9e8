/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import jakarta.servlet.MultipartConfigElement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.upload.Limit;
import dev.tuned.upload.MemoryThenFileSink;
import dev.tuned.upload.ParserLimits;
import dev.tuned.upload.StoredContent;
import dev.tuned.upload.UploadEngine;
import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadSettings;
import dev.tuned.upload.UploadSink;

import static dev.tuned.upload.sink.SinkContract.PART;
import static dev.tuned.upload.sink.SinkContract.random;
import static dev.tuned.upload.sink.SinkContract.store;
import static dev.tuned.upload.sink.SinkContract.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MemoryThenFileSinkTests {

    private static final int BUDGET = 4 << 20;

    @TempDir
    private Path directory;

    private UploadEngine engine(long minFreeSpace) {
        Limit none = new Limit(-1, "none");
        return new UploadEngine(
                new UploadSettings(
                        new ParserLimits(none, none, none, none, none, none),
                        1 << 20,
                        BUDGET,
                        16 << 10,
                        new UploadSettings.Pace(0, Duration.ZERO, null),
                        new UploadSettings.Linger(0, Duration.ZERO),
                        minFreeSpace,
                        false),
                new MultipartConfigElement(directory.toString()),
                UploadListener.NONE);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    abstract class Contract extends SinkContract<StoredContent> {

        UploadEngine engine;

        @BeforeEach
        void makeEngine() {
            engine = engine(0);
        }

        @Override
        byte[] content(StoredContent stored) throws IOException {
            assertThat(stored.inputStream().readAllBytes()).isEqualTo(stored.bytes());
            return stored.bytes();
        }

        @Override
        List<Object> remains() throws IOException {
            List<Object> remains = new ArrayList<>(files());
            if (engine.memory().used() > 0) {
                remains.add(engine.memory().used());
            }
            return remains;
        }

        /** It needs neither memory nor a file. */
        @Test
        @Override
        void aPartWithoutBytesIsStored() throws Exception {
            assertThat(content(sink().open(PART).commit())).isEmpty();
            assertThat(remains()).isEmpty();
        }
    }

    @Nested
    class InMemory extends Contract {

        @Override
        UploadSink<StoredContent> sink() {
            return new MemoryThenFileSink(engine);
        }

        @Test
        void noFileIsMadeUpToTheThreshold() throws Exception {
            assertThat(store(sink(), random(1 << 20)).isInMemory()).isTrue();
            assertThat(files()).isEmpty();
            assertThat(store(sink(), random((1 << 20) + 1)).isInMemory()).isFalse();
            assertThat(files()).hasSize(1);
        }

        @Test
        void memoryGrowsAsBytesArrive() throws Exception {
            UploadSink.Writer<StoredContent> writer = sink().open(PART);
            writer.write(new byte[1], 0, 1);
            assertThat(engine.memory().used()).isEqualTo(16 << 10);
            write(writer, new byte[300_000]);
            assertThat(engine.memory().used()).isBetween(300_001L, 600_000L);
            writer.abort();
        }

        @Test
        void partGoesToAFileWhereTheMemoryOfAllIsUsedUp() throws Exception {
            List<StoredContent> stored = new ArrayList<>();
            byte[] content = random(1 << 20);
            for (int i = 0; i < 10; i++) {
                stored.add(store(sink(), content));
                assertThat(engine.memory().used()).isLessThanOrEqualTo(BUDGET);
            }
            assertThat(stored).filteredOn(StoredContent::isInMemory).hasSize(4);
            assertThat(stored).allSatisfy(each -> assertThat(each.bytes()).isEqualTo(content));
            stored.get(0).close();
            assertThat(store(sink(), content).isInMemory()).isTrue();
            for (StoredContent each : stored) {
                each.close();
                each.close();
            }
            assertThat(engine.memory().used()).isEqualTo(1 << 20);
            assertThat(files()).isEmpty();
        }
    }

    @Nested
    class InFile extends Contract {

        @Override
        UploadSink<StoredContent> sink() {
            return new MemoryThenFileSink(engine, 1);
        }

        @Test
        void fileIsTheUsersAloneAndGivesTheMemoryBack() throws Exception {
            store(sink(), random(300_000));
            assertThat(engine.memory().used()).isZero();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files().get(0))))
                    .isEqualTo("rw-------");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 1 << 20})
    void contentIsMovedAndCanStillBeRead(int threshold) throws Exception {
        byte[] content = random(100_000);
        StoredContent stored = store(new MemoryThenFileSink(engine(0), threshold), content);
        Path target = Files.writeString(directory.resolve("target"), "old");
        String usual = PosixFilePermissions.toString(Files.getPosixFilePermissions(target));
        stored.moveTo(target);
        assertThat(files()).containsExactly(target);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo(usual);
        assertThat(stored.bytes()).isEqualTo(content);
        Path copy = directory.resolve("copy");
        stored.moveTo(copy);
        stored.moveTo(copy);
        stored.close();
        assertThat(target).hasBinaryContent(content);
        assertThat(copy).hasBinaryContent(content);
    }

    @Test
    void temporaryFileIsMovedAndNotCopied() throws Exception {
        StoredContent stored = store(new MemoryThenFileSink(engine(0), 0), random(100_000));
        Object file = Files.getAttribute(files().get(0), "unix:ino");
        Path target = directory.resolve("target");
        stored.moveTo(target);
        assertThat(Files.getAttribute(target, "unix:ino")).isEqualTo(file);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1 << 20})
    void moveThatFailsLosesNothing(int threshold) throws Exception {
        StoredContent stored = store(new MemoryThenFileSink(engine(0), threshold), random(100_000));
        assertThatIOException().isThrownBy(() -> stored.moveTo(directory.resolve("absent/target")));
        assertThat(stored.bytes()).isEqualTo(random(100_000));
        stored.close();
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1 << 20})
    void closedContentIsGone(int threshold) throws Exception {
        StoredContent stored = store(new MemoryThenFileSink(engine(0), threshold), random(100));
        stored.close();
        assertThat(stored.size()).isEqualTo(100);
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(stored::inputStream);
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(stored::bytes);
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> stored.moveTo(directory.resolve("x")));
    }

    @Test
    void storeBelowItsFloorTakesNoFile() throws Exception {
        UploadSink.Writer<StoredContent> writer = new MemoryThenFileSink(engine(Long.MAX_VALUE - 1), 10).open(PART);
        writer.write(new byte[10], 0, 10);
        assertThatExceptionOfType(UploadException.class)
                .isThrownBy(() -> writer.write(new byte[1], 0, 1))
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.STORAGE_FULL));
        writer.abort();
        assertThat(files()).isEmpty();
    }

    @Test
    void negativeThresholdIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new MemoryThenFileSink(engine(0), -1));
    }
}
