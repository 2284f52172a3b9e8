/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.Settings;

import static org.assertj.core.api.Assertions.assertThat;

/** Entities and what a session owns stay in L1, and nothing of them is read to find that out. */
@ExtendWith(OutputCaptureExtension.class)
class EntitiesTests {

    private static final AtomicInteger reads = new AtomicInteger();

    /** Asks a database, as soon as anything is asked of it. */
    private static final class LazyList extends AbstractList<String> {

        @Override
        public String get(int index) {
            reads.incrementAndGet();
            return "loaded";
        }

        @Override
        public int size() {
            reads.incrementAndGet();
            return 3;
        }
    }

    @Entity
    static class Author {
        @Id
        long id = 7;

        @OneToMany
        List<String> books = new LazyList();

        public List<String> getBooks() {
            reads.incrementAndGet();
            return books;
        }

        @Override
        public String toString() {
            reads.incrementAndGet();
            return "author";
        }
    }

    @MappedSuperclass
    static class Base {
        long id = 7;
    }

    static class Derived extends Base {
        List<String> lines = new LazyList();
    }

    /** Annotated at its accessors. */
    static class ByAccessor {
        private long id = 7;
        private List<String> lines = new LazyList();

        @Id
        public long getId() {
            return id;
        }

        public List<String> getLines() {
            return lines;
        }
    }

    @Embeddable
    record Address(String street) {}

    static class Customer {
        String name = "ann";
        Address address = new Address("a");
    }

    /** Mapped in a file, which nobody sees at the class; its collections say enough. */
    static class MappedElsewhere {
        public long id = 7;
        public List<String> lines = new LazyList();
    }

    record Holder(Author author) {}

    record Open(Object author) {}

    record Case(TypeReference<?> type, Object value, String why) {}

    static List<Case> cases() {
        return List.of(
                new Case(new TypeReference<Author>() {}, new Author(), "Author is an entity"),
                new Case(new TypeReference<List<Author>>() {}, List.of(new Author()), "Author is an entity"),
                new Case(new TypeReference<Map<String, Author>>() {}, Map.of("a", new Author()), "Author is an entity"),
                new Case(new TypeReference<Optional<Author>>() {}, Optional.of(new Author()), "Author is an entity"),
                new Case(new TypeReference<Holder>() {}, new Holder(new Author()), "Holder.author"),
                new Case(new TypeReference<Open>() {}, new Open(new Author()), "Open.author"),
                new Case(new TypeReference<Derived>() {}, new Derived(), "Derived is an entity"),
                new Case(new TypeReference<ByAccessor>() {}, new ByAccessor(), "ByAccessor is an entity"),
                new Case(new TypeReference<Customer>() {}, new Customer(), "Customer.address"),
                new Case(new TypeReference<MappedElsewhere>() {}, new MappedElsewhere(), "MappedElsewhere.lines"),
                new Case(new TypeReference<List<String>>() {}, new LazyList(), "LazyList"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nothingOfItIsReadAndOneLineSaysWhy(Case each, CapturedOutput output) throws Exception {
        JsonMapper mapper = JsonMapper.builder().build();
        reads.set(0);
        try (TestRegion region = new TestRegion(
                new TestRegion.Store(),
                Settings.plain(),
                mapper.getTypeFactory().constructType(each.type()))) {
            region.region.load("key", () -> each.value());
            region.region.put("put", each.value());
            region.region.load("more", () -> each.value());

            assertThat(reads).hasValue(0);
            assertThat(region.inL1("key")).isSameAs(each.value());
            assertThat(region.inL1("put")).isSameAs(each.value());
            assertThat(region.store.documents.values())
                    .as("nothing but what ends documents of other versions")
                    .allSatisfy(content -> assertThat(new String(content, java.nio.charset.StandardCharsets.UTF_8))
                            .isEqualTo("\0removed"));
        }
        assertThat(output.getAll().lines().filter(line -> line.contains("cannot be kept in L2")))
                .singleElement()
                .asString()
                .contains("WARN", each.why());
    }

    @Test
    void threadsOfOursDoNothingWithAValue() throws Exception {
        // What is written is written by its caller; there is nobody else to do it.
        List<Thread> before = new ArrayList<>(Thread.getAllStackTraces().keySet());
        try (TestRegion region = new TestRegion(new TestRegion.Store(), Settings.plain())) {
            region.region.load("key", () -> new dev.tuned.cache.Product("1", 1));
            List<String> started = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> !before.contains(thread))
                    .map(Thread::getName)
                    .filter(name -> name.startsWith("tuned-cache-") && !name.startsWith("tuned-cache-repeat"))
                    .toList();
            assertThat(started).isEmpty();
        }
    }
}
