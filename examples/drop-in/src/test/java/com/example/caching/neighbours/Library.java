/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.neighbours;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.retry.annotation.Retry;
import jakarta.persistence.EntityManager;
import lombok.Data;
import lombok.Getter;
import lombok.Setter;
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
    private final AtomicInteger attempts = new AtomicInteger();

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

    @Cacheable("author-view")
    public AuthorView view(long id) {
        return AuthorMapper.INSTANCE.view(entities.find(Author.class, id));
    }

    @Cacheable("author-views")
    public List<AuthorView> views() {
        return AuthorMapper.INSTANCE.views(authors());
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
        com.github.pagehelper.Page<String> page = new com.github.pagehelper.Page<>(2, 10);
        page.addAll(List.of("a", "b"));
        page.setTotal(77);
        return page;
    }

    @Cacheable("value")
    public Parcel value() {
        return new Parcel("a", List.of("x", "y"));
    }

    @Cacheable("data")
    public Note data() {
        Note note = new Note();
        note.setName("a");
        note.setAt(Instant.EPOCH);
        return note;
    }

    /** Its password cannot be read. */
    @Cacheable("login")
    public Login login() {
        Login login = new Login();
        login.setName("ann");
        login.setPassword("secret");
        return login;
    }

    @Cacheable("offer")
    public Offer offer() {
        return new Offer("a", new BigDecimal("1.50"), List.of("x"), null);
    }

    @Cacheable("described")
    public Described described() {
        return new Described("a");
    }

    @Cacheable("state")
    public State state() {
        return Closed.INSTANCE;
    }

    /** Retried and guarded by Resilience4j, whose advice is around the cache's or inside of it. */
    @Cacheable("retried")
    @Retry(name = "library")
    @CircuitBreaker(name = "library")
    public AuthorView retried(String name) {
        if (attempts.incrementAndGet() % 3 != 0) {
            throw new IllegalStateException("attempt " + attempts.get());
        }
        return new AuthorView(name, attempts.get());
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

    @lombok.Value
    public static class Parcel {
        String name;
        List<String> tags;
    }

    @Data
    public static class Note {
        private String name;
        private Instant at;
    }

    @Setter
    public static class Login {
        @Getter
        private String name;

        private String password;

        @Override
        public String toString() {
            return name + " " + password;
        }
    }
}
