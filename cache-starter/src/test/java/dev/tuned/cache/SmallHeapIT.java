/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

import dev.tuned.cache.manager.ManagerBuilder;
import dev.tuned.cache.manager.RegionCache;
import dev.tuned.cache.manager.TunedCacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/** Values that L2 cannot take cost their callers nothing, in an application with little memory. */
@Tag("baseline")
class SmallHeapIT {

    @ParameterizedTest
    @CsvSource({
        "large, 512",
        "shared, 512",
        "failing, 512",
        "many, 1000",
        "large text, 512",
        "large array, 512",
        "deep, 512"
    })
    void serves(String program, int megabytes) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + megabytes + "m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        ManagementFactory.getRuntimeMXBean().getClassPath(),
                        Program.class.getName(),
                        program)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(output).contains("served " + program).doesNotContain("OutOfMemoryError");
        assertThat(process.exitValue()).isZero();
    }

    /** An object that refers to the next one twice. */
    static class Node {
        String name = "node";

        @Nullable
        Node left;

        @Nullable
        Node right;
    }

    static class Failing {
        String name = "n";
    }

    /** What the applications do. */
    static final class Program {

        private Program() {}

        public static void main(String[] args) throws Exception {
            switch (args[0]) {
                case "large" -> serve(byte[].class, new byte[100 * 1024 * 1024]);
                case "large text" -> serve(String.class, "x".repeat(100 * 1024 * 1024));
                case "large array" -> serve(long[].class, new long[12 * 1024 * 1024]);
                case "shared" -> serve(Node.class, shared());
                case "deep" -> serve(Node.class, deep());
                case "failing" -> serve(Failing.class, new Failing());
                default -> many();
            }
            System.out.println("served " + args[0]);
            System.exit(0);
        }

        private static Node shared() {
            Node node = new Node();
            for (int depth = 0; depth < 22; depth++) {
                Node next = new Node();
                next.left = node;
                next.right = node;
                node = next;
            }
            return node;
        }

        private static Node deep() {
            Node node = new Node();
            for (int depth = 0; depth < 1_000_000; depth++) {
                Node next = new Node();
                next.left = node;
                node = next;
            }
            return node;
        }

        private static TunedCacheManager manager(Class<?> type) {
            JsonMapper mapper = JsonMapper.builder()
                    .addModule(new SimpleModule().addSerializer(Failing.class, new Asserting()))
                    .build();
            JavaType java = mapper.constructType(type);
            return ManagerBuilder.of(name -> Settings.plain(), name -> java, mapper)
                    .store(Settings.monitored(new Slow()), "heap")
                    .build();
        }

        private static void serve(Class<?> type, Object value) {
            RegionCache cache = manager(type).getCache("values");
            for (int i = 0; i < 20; i++) {
                String key = "key" + i;
                if (cache.get(key, () -> value) != value || cache.get(key, () -> "another") != value) {
                    throw new IllegalStateException("not served");
                }
                cache.put(key, value);
            }
        }

        private static void many() throws Exception {
            RegionCache cache = manager(byte[].class).getCache("values");
            var threads = Executors.newFixedThreadPool(32);
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String key = "key" + i;
                calls.add(threads.submit(() -> cache.get(key, () -> new byte[2 * 1024 * 1024])));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        }
    }

    private static final class Asserting extends StdSerializer<Failing> {

        Asserting() {
            super(Failing.class);
        }

        @Override
        public void serialize(Failing value, JsonGenerator json, SerializationContext context) {
            throw new AssertionError("of the application's own");
        }
    }

    /** Keeps nothing, and takes as long as it may. */
    private static final class Slow extends FakeStore {

        @Override
        public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
            return new CompletableFuture<Long>().completeOnTimeout(1L, timeout.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
