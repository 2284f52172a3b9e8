/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.neighbours;

import java.beans.ConstructorProperties;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.persistence.EntityManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.stereotype.Service;

/** Methods that cache what one finds in applications. */
@Service
public class Library {

    private final EntityManager entities;

    Library(EntityManager entities) {
        this.entities = entities;
    }

    @Cacheable("author")
    public Author author(long id) {
        return entities.find(Author.class, id);
    }

    @Cacheable("authors")
    public List<Author> authors() {
        return entities.createQuery("select a from Author a order by a.id", Author.class)
                .getResultList();
    }

    /** What a mapper makes of an entity. */
    @Cacheable("author-view")
    public AuthorView view(long id) {
        Author author = entities.find(Author.class, id);
        return new AuthorView(author.getName(), author.getBooks().size());
    }

    @Cacheable("user")
    public UserDetails user(String name) {
        return User.withUsername(name).password("{noop}secret").roles("USER").build();
    }

    @Cacheable("page")
    public Page<AuthorView> page() {
        return new PageImpl<>(List.of(new AuthorView("a", 1)), PageRequest.of(0, 1), 5);
    }

    @Cacheable("counted-list")
    public List<String> countedList() {
        return new Counted<>(List.of("a", "b"), 77);
    }

    @Cacheable("value")
    public Value value() {
        return new Value("a", List.of("x", "y"));
    }

    @Cacheable("data")
    public Data data() {
        Data data = new Data();
        data.setName("a");
        data.setAt(Instant.EPOCH);
        return data;
    }

    @Cacheable("views")
    public List<AuthorView> views() {
        return List.of(new AuthorView("a", 1), new AuthorView("b", 2));
    }

    @Cacheable("optional")
    public Optional<AuthorView> optional() {
        return Optional.of(new AuthorView("a", 1));
    }

    @Cacheable("payment")
    public Payment payment() {
        return new Card("4711");
    }

    @Cacheable("prices")
    public Map<String, Set<Integer>> prices() {
        return Map.of("a", Set.of(1));
    }

    /** A record of values, as mappers make them. */
    public record AuthorView(String name, int books) {}

    sealed interface Payment {}

    record Card(String number) implements Payment {}

    record Cash(int amount) implements Payment {}

    /** As Lombok's {@code @Value} makes it with {@code lombok.anyConstructor.addConstructorProperties}. */
    static final class Value {
        private final String name;
        private final List<String> tags;

        @ConstructorProperties({"name", "tags"})
        Value(String name, List<String> tags) {
            this.name = name;
            this.tags = tags;
        }

        public String getName() {
            return name;
        }

        public List<String> getTags() {
            return tags;
        }

        @Override
        public String toString() {
            return "Value(name=" + name + ", tags=" + tags + " "
                    + tags.getClass().getName() + ")";
        }
    }

    /** As Lombok's {@code @Data} makes it. */
    static class Data {
        private String name;
        private Instant at;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public Instant getAt() {
            return at;
        }

        public void setAt(Instant at) {
            this.at = at;
        }

        @Override
        public String toString() {
            return "Data(name=" + name + ", at=" + at.getEpochSecond() + ")";
        }
    }

    /** As page helpers make it: a list that knows how many there are in all. */
    static final class Counted<E> extends ArrayList<E> {

        private static final long serialVersionUID = 1L;

        private final long total;

        Counted(Collection<E> elements, long total) {
            super(elements);
            this.total = total;
        }

        @Override
        public String toString() {
            return super.toString() + " of " + total;
        }
    }
}
