/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.jpa;

import java.io.IOException;

import com.example.neighbours.Market;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.LazyInitializationException;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** JPA whose session is open until the answer is written: entities are cached, and their books are loaded by the first reader. */
@SpringBootApplication
@Import(Market.class)
public class JpaApplication {

    public static void main(String[] args) throws IOException {
        Market.run(JpaApplication.class, args);
    }

    @Bean
    CommandLineRunner authors(TransactionTemplate transaction, EntityManager entities) {
        return args -> transaction.executeWithoutResult(status -> {
            for (int i = 1; i <= 3; i++) {
                entities.persist(new Author(i, i * 2));
            }
        });
    }

    @Service
    public static class Authors {

        private final EntityManager entities;

        Authors(EntityManager entities) {
            this.entities = entities;
        }

        @Cacheable("authors")
        @Transactional(readOnly = true)
        public Author author(long id) {
            return entities.find(Author.class, id);
        }
    }

    @RestController
    public static class AuthorController {

        private final Authors authors;
        private final EntityManager entities;
        private final Statistics statistics;

        AuthorController(Authors authors, EntityManager entities, EntityManagerFactory factory) {
            this.authors = authors;
            this.entities = entities;
            this.statistics = factory.unwrap(SessionFactory.class).getStatistics();
        }

        /** Where another request cached the author its session is closed: books that it did not load cannot be loaded any more. */
        @GetMapping("/authors/{id}")
        String author(@PathVariable long id, @RequestParam(defaultValue = "true") boolean books) {
            long before = statistics.getPrepareStatementCount();
            Author author = authors.author(id);
            long loaded = statistics.getPrepareStatementCount() - before;
            boolean initialized = author.booksAreLoaded();
            String read = books ? read(author) : "books not read";
            return author.getName() + ", " + loaded + " statements, books loaded: " + initialized + ", in session: "
                    + entities.contains(author) + ", " + read + ", then "
                    + (statistics.getPrepareStatementCount() - before) + " statements";
        }

        private static String read(Author author) {
            try {
                return author.getBooks().size() + " books";
            } catch (LazyInitializationException ex) {
                return ex.getClass().getSimpleName();
            }
        }
    }
}
