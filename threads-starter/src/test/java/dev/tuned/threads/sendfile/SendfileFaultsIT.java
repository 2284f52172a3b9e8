/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.PathResourceResolver;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Readers that are slow, stop or go away, and files that change, while they are being sent. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "open files are counted in /proc")
class SendfileFaultsIT {

    /** More than the kernel takes ahead for a client that does not read. */
    private static final int SIZE = 8 * 1024 * 1024;

    @TempDir
    private static Path directory;

    private static StaticFiles files;

    private static byte[] content;

    @BeforeAll
    static void start() {
        files = StaticFiles.start(
                VanishingApp.class,
                directory,
                "server.tomcat.connection-timeout=10m",
                "tuned.threads.tomcat.sendfile.safe-classes=" + Vanishing.class.getName());
    }

    @AfterAll
    static void stop() {
        files.close();
    }

    @BeforeEach
    void write() {
        content = files.file("big.bin", SIZE);
    }

    @Test
    void aHundredSlowReadersHoldNobodyUp() throws IOException {
        List<SlowReader> readers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            readers.add(new SlowReader(files.port(), "/big.bin"));
        }
        await().until(() -> openFiles() == 100);

        byte[] other = files.file("other.bin", 100_000);
        assertThat(files.get("/other.bin").body()).isEqualTo(other);
        assertThat(files.app.get("/kind")).isNotEmpty();

        for (SlowReader reader : readers.subList(0, 50)) {
            assertThat(reader.read()).isEqualTo(content);
        }
        for (SlowReader reader : readers.subList(50, 100)) {
            reader.abort();
        }
        awaitAllReleased();
    }

    @Test
    void whoReadsNoMoreIsLeftAfterTheConnectionTimeout() throws IOException {
        try (StaticFiles impatient = StaticFiles.start(directory, "server.tomcat.connection-timeout=2s");
                SlowReader reader = new SlowReader(impatient.port(), "/big.bin")) {
            awaitAllReleased();
            assertThat(reader.read()).hasSizeLessThan(SIZE);
        }
    }

    @Test
    void ofAFileThatIsCutShortNothingWrongIsSent() throws IOException {
        try (SlowReader reader = new SlowReader(files.port(), "/big.bin")) {
            await().until(() -> openFiles() == 1);
            try (FileChannel file = FileChannel.open(directory.resolve("big.bin"), StandardOpenOption.WRITE)) {
                // A multiple of any page size: within a page the kernel clears what is cut off, also of what it has
                // still to send.
                file.truncate(65_536);
            }

            byte[] body = reader.read();

            assertThat(body).hasSizeLessThan(SIZE).isEqualTo(Arrays.copyOf(content, body.length));
            awaitAllReleased();
        }
    }

    @Test
    void aFileThatIsDeletedMeanwhileIsSentToItsEnd() throws IOException {
        try (SlowReader reader = new SlowReader(files.port(), "/big.bin")) {
            await().until(() -> openFiles() == 1);
            Files.delete(directory.resolve("big.bin"));

            assertThat(reader.read()).isEqualTo(content);
            awaitAllReleased();
            assertThat(files.get("/big.bin").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aFileThatIsReplacedMeanwhileIsSentAsItWas() throws IOException {
        try (SlowReader reader = new SlowReader(files.port(), "/big.bin")) {
            await().until(() -> openFiles() == 1);
            byte[] newer = files.file("newer.bin", SIZE);
            Files.move(directory.resolve("newer.bin"), directory.resolve("big.bin"), StandardCopyOption.ATOMIC_MOVE);

            assertThat(reader.read()).isEqualTo(content);
            assertThat(files.get("/big.bin").body()).isEqualTo(newer);
            awaitAllReleased();
        }
    }

    @Test
    void aFileThatVanishesBeforeItIsOpenedEndsTheConnection() throws IOException {
        for (String how : List.of("deleted", "truncated")) {
            files.file(how, 200_000);
            try (SlowReader reader = new SlowReader(files.port(), "/vanishing/" + how)) {
                assertThat(reader.head).contains("Content-Length: 200000");
                assertThat(reader.read()).isEmpty();
            }
        }
        awaitAllReleased();
        assertThat(files.app.get("/kind")).isNotEmpty();
    }

    private static void awaitAllReleased() {
        await().until(() -> openFiles() == 0);
    }

    /** Number of descriptors of this JVM that are open on the directory's files. */
    private static long openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(SendfileFaultsIT::isOnOurFile).count();
        }
    }

    private static boolean isOnOurFile(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(directory.toRealPath());
        } catch (IOException ex) {
            // Closed since it was listed.
            return false;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class VanishingApp implements WebMvcConfigurer {

        @Override
        public void addResourceHandlers(ResourceHandlerRegistry registry) {
            registry.addResourceHandler("/vanishing/**")
                    .addResourceLocations(directory.toUri().toString())
                    .resourceChain(false)
                    .addResolver(new PathResourceResolver() {

                        @Override
                        protected Resource getResource(String path, Resource location) throws IOException {
                            return new Vanishing(location.createRelative(path).getFile());
                        }
                    });
        }
    }

    /** Is gone, or empty, as soon as its length has been asked for. */
    private static final class Vanishing extends FileSystemResource {

        Vanishing(File file) {
            super(file);
        }

        @Override
        public long contentLength() throws IOException {
            long length = super.contentLength();
            if ("deleted".equals(getFilename())) {
                Files.delete(getFile().toPath());
            } else {
                Files.write(getFile().toPath(), new byte[0]);
            }
            return length;
        }
    }
}
