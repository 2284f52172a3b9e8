/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Settings;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationListener;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Two versions of an application that share a bucket while one replaces the other. */
@ExtendWith(OutputCaptureExtension.class)
class RollingVersionsTests {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final long SEED = 20261126;

    /** One version: its classes, and its near cache. */
    private static final class Version implements AutoCloseable {

        final Class<?> type;
        final TunedCacheManager manager;
        final RegionCache cache;

        Version(String source, FakeStore store, Channel channel, int schemaVersion) throws Exception {
            this.type = compiled(source);
            this.manager = ManagerBuilder.of(
                            name -> Settings.with(
                                    Settings.plain(), settings -> settings.setSchemaVersion(schemaVersion)),
                            name -> MAPPER.constructType(type),
                            MAPPER)
                    .store(Settings.monitored(store), "cache:shop")
                    .channel(channel)
                    .build();
            this.cache = manager.getCache("items");
        }

        Object item(int number) throws Exception {
            Object item = type.getDeclaredConstructor().newInstance();
            var field = type.getField("number");
            field.setInt(item, number);
            return item;
        }

        static int number(Object item) throws Exception {
            return item.getClass().getField("number").getInt(item);
        }

        @Override
        public void close() {
            manager.destroy();
        }
    }

    /** Notifies at once. */
    private static final class Channel implements InvalidationChannel {

        private final List<Channel> all;
        private @Nullable InvalidationListener listener;

        Channel(List<Channel> all) {
            this.all = all;
            all.add(this);
        }

        @Override
        public void start(InvalidationListener target) {
            listener = target;
        }

        @Override
        public void publish(Invalidation change) {
            for (Channel each : all) {
                if (each != this && each.listener != null) {
                    each.listener.invalidated(change);
                }
            }
        }

        @Override
        public void close() {}
    }

    private static final String ITEM =
            "package shop; public class Item { public int number; public String name = \"n\"; }";

    /** What another version of a class may look like. */
    static List<String> others() {
        return List.of(
                "package shop; public class Item { public int number; public String name = \"n\"; public String role ="
                        + " \"guest\"; }",
                "package shop; public class Item { public int number; }",
                "package shop; public class Item { public int number; public CharSequence name = \"n\"; }",
                "package shop; public class Item { public int number; public String title = \"n\"; }",
                "package shop; public class Item { public int number; public Name name = Name.A; public enum Name { A,"
                        + " B } }",
                "package shop; public class Item { public int number; public Name name = Name.A; public enum Name { A,"
                        + " C } }",
                "package shop; public class Item extends Base { public int number; } class Base { public String name ="
                        + " \"n\"; }",
                "package shop; public class Item { public int number; public Sub sub = new Sub(); public static class"
                        + " Sub { public int a; } }",
                "package shop; public class Item { public int number; public Sub sub = new Sub(); public static class"
                        + " Sub { public long a; } }",
                "package shop; public class Item { public int number; public S s = new A(); public sealed interface S"
                        + " permits A {} public record A() implements S {} }",
                "package shop; public class Item { public int number; public S s = new A(); public sealed interface S"
                        + " permits A, B {} public record A() implements S {} public record B() implements S {} }",
                "package shop; public class Item { public int number; public S s = E.A; public sealed interface S"
                        + " permits E {} public enum E implements S { A } }",
                "package shop; public class Item { public int number; public S s = E.A; public sealed interface S"
                        + " permits E {} public enum E implements S { A, B } }",
                "package shop; public class Item { public int number; public B b = new B(); public static sealed class"
                        + " B permits C { public int x; } public static final class C extends B {} }",
                "package shop; public class Item { public int number; public B b = new B(); public static sealed class"
                        + " B permits C { public long x; } public static final class C extends B {} }",
                "package shop; public class Item { public int number; public Sub sub = new Sub(); public static class"
                        + " Sub { public Integer a = 1; } }",
                "package shop; public class Item { public int number; public P<java.util.UUID, String> p = new"
                        + " P<>(null, null); public P<String, java.util.UUID> q = new P<>(null, null); public record P<A,"
                        + " B>(A a, B b) {} }",
                "package shop; public class Item { public int number; public P<String, java.util.UUID> p = new"
                        + " P<>(null, null); public P<java.util.UUID, String> q = new P<>(null, null); public record P<A,"
                        + " B>(A a, B b) {} }",
                "package shop; public class Item { public int number; public java.util.List<String> list = new"
                        + " java.util.ArrayList<>(); }",
                "package shop; public class Item { public int number; public java.util.Collection<String> list = new"
                        + " java.util.ArrayList<>(); }",
                // They have no documents.
                "package shop; public class Item { public int number; private String name = \"n\"; }",
                "package shop; public class Item { public int number; @com.fasterxml.jackson.annotation.JsonIgnore"
                        + " public String name = \"n\"; }",
                "package shop; public class Item { public int number; public String name = \"n\"; public transient int"
                        + " tries = 3; }");
    }

    @ParameterizedTest
    @MethodSource("others")
    void neitherReadsTheOthersShapeNorServesWhatIsStale(String other) throws Exception {
        FakeStore store = new FakeStore();
        List<Channel> channels = new CopyOnWriteArrayList<>();
        Random random = new Random(SEED);
        Map<String, Integer> source = new HashMap<>();
        try (Version before = new Version(ITEM, store, new Channel(channels), 1);
                Version after = new Version(other, store, new Channel(channels), 1)) {
            for (int step = 0; step < 3_000; step++) {
                Version version = random.nextBoolean() ? before : after;
                String key = "key" + random.nextInt(5);
                int number = step;
                switch (random.nextInt(6)) {
                    case 0 -> {
                        source.put(key, number);
                        version.cache.put(key, version.item(number));
                    }
                    case 1 -> {
                        source.put(key, number);
                        version.cache.evict(key);
                    }
                    case 2 -> {
                        if (random.nextInt(10) == 0) {
                            source.replaceAll((each, old) -> number);
                            version.cache.clear();
                        }
                    }
                    default -> {
                        Object item = requireNonNull(version.cache.get(
                                key, () -> version.item(source.computeIfAbsent(key, absent -> number))));
                        assertThat(item.getClass())
                                .as("seed %d, step %d", SEED, step)
                                .isSameAs(version.type);
                        assertThat(Version.number(item))
                                .as("seed %d, step %d", SEED, step)
                                .isEqualTo(source.get(key));
                    }
                }
            }
        }
    }

    @Test
    void everyShapeHasItsOwnFingerprint() throws Exception {
        List<String> fingerprints = new ArrayList<>();
        for (String source : others()) {
            FakeStore store = new FakeStore();
            try (Version version = new Version(source, store, new Channel(new ArrayList<>()), 1)) {
                version.cache.get("key", () -> version.item(1));
                store.documents.forEach((id, content) -> fingerprints.add(
                        new String(content, java.nio.charset.StandardCharsets.UTF_8).substring(0, 25)));
            }
        }
        assertThat(fingerprints).hasSize(others().size() - 3).doesNotHaveDuplicates();
    }

    @Test
    void versionWithoutASingleTypeEndsTheOthersDocuments() throws Exception {
        FakeStore store = new FakeStore();
        List<Channel> channels = new ArrayList<>();
        try (Version one = new Version(ITEM, store, new Channel(channels), 1)) {
            TunedCacheManager untyped = ManagerBuilder.of(name -> Settings.plain(), name -> null, MAPPER)
                    .store(Settings.monitored(store), "cache:shop")
                    .channel(new Channel(channels))
                    .build();
            one.cache.get("key", () -> one.item(5));
            assertThat(untyped.getCache("items").region().isRemote()).isFalse();
            untyped.getCache("items").evict("key");
            assertThat(Version.number(requireNonNull(one.cache.get("key", () -> one.item(6)))))
                    .isEqualTo(6);
            untyped.destroy();
        }
    }

    @Test
    void sameShapeIsRead() throws Exception {
        FakeStore store = new FakeStore();
        List<Channel> channels = new ArrayList<>();
        try (Version one = new Version(ITEM, store, new Channel(channels), 1);
                Version other = new Version(ITEM, store, new Channel(channels), 1)) {
            one.cache.get("key", () -> one.item(5));
            Object item = requireNonNull(other.cache.get("key", () -> other.item(6)));
            assertThat(Version.number(item)).isEqualTo(5);
        }
    }

    @Test
    void schemaVersionTellsApartWhatHasTheSameFields(CapturedOutput output) throws Exception {
        FakeStore store = new FakeStore();
        List<Channel> channels = new ArrayList<>();
        try (Version one = new Version(ITEM, store, new Channel(channels), 1);
                Version other = new Version(ITEM, store, new Channel(channels), 2)) {
            one.cache.get("key", () -> one.item(5));
            Object item = requireNonNull(other.cache.get("key", () -> other.item(6)));
            assertThat(Version.number(item)).isEqualTo(6);
            other.cache.evict("key");
            assertThat(Version.number(requireNonNull(one.cache.get("key", () -> one.item(7)))))
                    .isEqualTo(7);
        }
        assertThat(output)
                .contains("L2 holds a document of another version of the type")
                .doesNotContain("WARN");
    }

    /** The class {@code shop.Item} of a source, by a class loader of its own. */
    private static Class<?> compiled(String source) throws Exception {
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager standard =
                        compiler.getStandardFileManager(new DiagnosticCollector<>(), null, null);
                JavaFileManager manager = new ForwardingJavaFileManager<>(standard) {
                    @Override
                    public JavaFileObject getJavaFileForOutput(
                            Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                        return new SimpleJavaFileObject(URI.create("mem:///" + name + ".class"), kind) {
                            @Override
                            public ByteArrayOutputStream openOutputStream() {
                                return classes.computeIfAbsent(name, absent -> new ByteArrayOutputStream());
                            }
                        };
                    }
                }) {
            JavaFileObject file =
                    new SimpleJavaFileObject(URI.create("mem:///shop/Item.java"), JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignoreErrors) {
                            return source;
                        }
                    };
            assertThat(compiler.getTask(null, manager, null, List.of("-proc:none"), null, List.of(file))
                            .call())
                    .isTrue();
        }
        return new ClassLoader(RollingVersionsTests.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                ByteArrayOutputStream bytes = classes.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes.toByteArray(), 0, bytes.size());
            }
        }.loadClass("shop.Item");
    }
}
