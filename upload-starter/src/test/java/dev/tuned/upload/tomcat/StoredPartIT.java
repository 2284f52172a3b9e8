/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tuned.upload.FormData;
import dev.tuned.upload.UploadServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** A part is written to a file as without the starter: over links, rights, directories and other file systems. */
class StoredPartIT {

    /** A file system that is none of those where temporary files are. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private static final int LARGE = 1_300_000;

    private static UploadServer tuned;

    private static UploadServer stock;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void start() throws IOException {
        tuned = server("tuned");
        stock = server("stock", "tuned.upload.enabled=false");
    }

    private static UploadServer server(String name, String... properties) throws IOException {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("spring.servlet.multipart.max-file-size=5MB");
        all.add("spring.servlet.multipart.location=" + Files.createDirectory(directory.resolve(name)));
        return new UploadServer(SeenApplication.class, all.toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        tuned.close();
        stock.close();
    }

    /** What is there before a file of that name is written. */
    private interface Preparation {

        void accept(Path target) throws IOException;
    }

    static Stream<Arguments> targets() {
        List<Arguments> targets = new ArrayList<>();
        for (int size : new int[] {0, 1_000, LARGE}) {
            for (String how : List.of("transfer", "write")) {
                target(targets, how, size, "nothing", target -> {});
                target(targets, how, size, "a file", target -> Files.writeString(target, "old"));
                target(targets, how, size, "a file that cannot be written", target -> {
                    Files.writeString(target, "old");
                    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("r--r-----"));
                });
                target(
                        targets,
                        how,
                        size,
                        "a link",
                        target -> Files.createSymbolicLink(
                                target, Files.writeString(target.resolveSibling("linked"), "old")));
                target(
                        targets,
                        how,
                        size,
                        "a link to nothing",
                        target -> Files.createSymbolicLink(target, target.resolveSibling("missing")));
                target(
                        targets,
                        how,
                        size,
                        "a file of two names",
                        target -> Files.createLink(target, Files.writeString(target.resolveSibling("other"), "old")));
                target(targets, how, size, "an empty directory", Files::createDirectory);
                target(
                        targets,
                        how,
                        size,
                        "a full directory",
                        target -> Files.createFile(Files.createDirectory(target).resolve("file")));
                target(
                        targets,
                        how,
                        size,
                        "a link to a directory",
                        target -> Files.createSymbolicLink(
                                target, Files.createDirectory(target.resolveSibling("linked"))));
                target(targets, how, size, "no directory", target -> Files.delete(target.getParent()));
            }
        }
        return targets.stream();
    }

    private static void target(List<Arguments> all, String how, int size, String name, Preparation preparation) {
        all.add(arguments(how, size, name, preparation));
    }

    @ParameterizedTest(name = "{0} {1} bytes over {2}")
    @MethodSource("targets")
    void isWrittenAsWithoutTheStarter(String how, int size, String name, Preparation preparation, @TempDir Path place)
            throws Exception {
        List<String> expected = written(stock, place.resolve("stock"), how, size, preparation);
        assertThat(written(tuned, place.resolve("tuned"), how, size, preparation))
                .isEqualTo(expected);
    }

    static boolean hasAnotherFileSystem() throws IOException {
        return Files.isWritable(MEMORY)
                && !Files.getFileStore(MEMORY)
                        .equals(Files.getFileStore(Path.of(System.getProperty("java.io.tmpdir"))));
    }

    @ParameterizedTest(name = "{0} {1} bytes over {2}")
    @MethodSource("targets")
    @EnabledIf("hasAnotherFileSystem")
    void isWrittenToAnotherFileSystemAsWithoutTheStarter(String how, int size, String name, Preparation preparation)
            throws Exception {
        Path place = Files.createTempDirectory(MEMORY, "stored-part");
        try {
            isWrittenAsWithoutTheStarter(how, size, name, preparation, place);
        } finally {
            try (Stream<Path> all = Files.walk(place)) {
                for (Path file : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void nameThatIsNotAbsoluteIsInTheLocation(int size) throws Exception {
        String expected = send(stock, "write", "relative-" + size, size, 'a');
        assertThat(send(tuned, "write", "relative-" + size, size, 'a')).isEqualTo(expected);
        assertThat(directory.resolve("tuned/relative-" + size)).hasSize(size);
    }

    static int[] sizes() {
        return new int[] {1_000, LARGE};
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void twoWritersOfOneNameAndItsReadersSeeWholeFiles(int size, @TempDir Path place) throws Exception {
        Path target = Files.write(place.resolve("target"), content(size, 'a'));
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            Future<?> first = threads.submit(() -> sendOften(target, size, 'a'));
            Future<?> second = threads.submit(() -> sendOften(target, size, 'b'));
            Future<Integer> reader = threads.submit(() -> {
                int reads = 0;
                while (!first.isDone() || !second.isDone()) {
                    assertIsWhole(Files.readAllBytes(target), size);
                    reads++;
                }
                return reads;
            });
            first.get();
            second.get();
            assertThat(reader.get()).isPositive();
            assertIsWhole(Files.readAllBytes(target), size);
        } finally {
            threads.shutdownNow();
        }
        assertThat(place.toFile().list()).containsExactly("target");
    }

    private static Void sendOften(Path target, int size, char content) throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(send(tuned, "transfer", target.toString(), size, content))
                    .startsWith("written");
        }
        return null;
    }

    private static void assertIsWhole(byte[] read, int size) {
        assertThat(read).hasSize(size);
        assertThat(read).containsOnly(read[0]);
    }

    @Test
    void temporaryFileIsReadableByItsOwnerAlone() throws Exception {
        List<Set<?>> rights = new ArrayList<>();
        SeenApplication.filter = (request, response, chain) -> {
            ((HttpServletRequest) request).getParts();
            try (Stream<Path> files = Files.list(directory.resolve("tuned"))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".tmp")).toList()) {
                    rights.add(Files.getPosixFilePermissions(file));
                }
            }
            chain.doFilter(request, response);
        };
        try {
            send(tuned, "write", "rights", LARGE, 'a');
        } finally {
            SeenApplication.filter = (request, response, chain) -> chain.doFilter(request, response);
        }
        assertThat(rights).containsExactly(PosixFilePermissions.fromString("rw-------"));
    }

    /** The answer, and what is in the directory afterwards. */
    private static List<String> written(UploadServer server, Path place, String how, int size, Preparation preparation)
            throws Exception {
        Path target = Files.createDirectory(place).resolve("target");
        preparation.accept(target);
        List<String> seen = new ArrayList<>();
        seen.add(send(server, how, target.toString(), size, 'a'));
        if (Files.exists(place)) {
            try (Stream<Path> all = Files.walk(place)) {
                for (Path file : all.sorted().toList()) {
                    seen.add(place.relativize(file) + described(file));
                }
            }
        }
        return seen;
    }

    private static String described(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            return " is a link to " + file.getParent().relativize(Files.readSymbolicLink(file));
        }
        String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? " " + rights + " " + Files.size(file)
                : " is a directory";
    }

    private static byte[] content(int size, char content) {
        return String.valueOf(content).repeat(size).getBytes(StandardCharsets.US_ASCII);
    }

    private static String send(UploadServer server, String how, String to, int size, char content) throws Exception {
        FormData form = new FormData().file("file", "b", content(size, content));
        return server.send("/" + how + "?to=" + URLEncoder.encode(to, StandardCharsets.UTF_8), form)
                .body()
                .replaceAll("\"timestamp\":\"[^\"]*\"", "");
    }
}
