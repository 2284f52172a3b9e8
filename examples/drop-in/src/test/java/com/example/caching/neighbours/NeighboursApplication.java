/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.neighbours;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.transaction.support.TransactionTemplate;

import dev.tuned.examples.dropin.inside.Notes;

/** Caches what comes from a database and from libraries, and reads it again. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
public class NeighboursApplication {

    public static void main(String[] args) {
        SpringApplication.run(NeighboursApplication.class, args).close();
    }

    @Bean
    ApplicationRunner rows(ApplicationContext context) {
        return arguments -> {
            context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                for (int i = 1; i <= 3; i++) {
                    context.getBean(EntityManager.class).persist(new Author(i, 10));
                }
            });
            run(context);
        };
    }

    private static void run(ApplicationContext context) {
        entities(context, "first");
        entities(context, "again");
        Map<String, Function<Library, Object>> rows = new LinkedHashMap<>();
        rows.put("author-view", library -> library.view(1));
        rows.put("page", library -> library.page() + " " + library.page().getTotalElements());
        rows.put(
                "author-views",
                library -> library.views() + " " + library.views().getClass().getName());
        rows.put("counted-list", Library::countedList);
        rows.put("login", Library::login);
        rows.put(
                "offer",
                library -> library.offer() + " "
                        + library.offer().getTags().getClass().getName());
        rows.put(
                "described",
                library -> library.described() + library.described().getDescription());
        rows.put("state", library -> library.state() == Closed.INSTANCE);
        rows.put("retried", library -> library.retried("a"));
        rows.put("value", Library::value);
        rows.put("data", Library::data);
        rows.put("optional", Library::optional);
        rows.put("payment", Library::payment);
        rows.put(
                "prices",
                library -> library.prices() + " " + library.prices().getClass().getName());
        rows.put("user", library -> described(library.user("ann")));
        for (Map.Entry<String, Function<Library, Object>> row : rows.entrySet()) {
            Notes.add(row.getKey(), "first", inTransaction(context, row.getValue()));
            Notes.add(row.getKey(), "again", inTransaction(context, row.getValue()));
        }
        transactions(context);
    }

    private static Object inTransaction(ApplicationContext context, Function<Library, Object> row) {
        return context.getBean(TransactionTemplate.class).execute(status -> row.apply(context.getBean(Library.class)));
    }

    /** While the session is open: what is not read stays unread. */
    private static void entities(ApplicationContext context, String time) {
        Statistics statistics = context.getBean(EntityManagerFactory.class)
                .unwrap(SessionFactory.class)
                .getStatistics();
        context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
            Library library = context.getBean(Library.class);
            long before = statistics.getPrepareStatementCount();
            Author author = library.author(2);
            Notes.add(
                    "an entity",
                    time,
                    statistics.getPrepareStatementCount() - before + " statements, books loaded: "
                            + author.booksAreLoaded());
            before = statistics.getPrepareStatementCount();
            List<Author> authors = library.authors();
            Notes.add(
                    "entities",
                    time,
                    statistics.getPrepareStatementCount() - before + " statements, books loaded: "
                            + authors.stream().anyMatch(Author::booksAreLoaded));
            Notes.add("an entity again", time, library.author(2) == author);
        });
    }

    private static void transactions(ApplicationContext context) {
        CacheManager manager = new TransactionAwareCacheManagerProxy(context.getBean(CacheManager.class));
        Cache cache = manager.getCache("data");
        TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
        transaction.executeWithoutResult(status -> {
            cache.put("key", new Library.Note());
            Notes.add("a put in a transaction", "before the commit", cache.get("key") != null);
        });
        Notes.add("a put in a transaction", "after it", cache.get("key") != null);
        transaction.executeWithoutResult(status -> {
            cache.evict("key");
            status.setRollbackOnly();
        });
        Notes.add("an eviction in a transaction", "after its rollback", cache.get("key") != null);
    }

    private static String described(UserDetails user) {
        return user.getUsername() + " " + user.getPassword() + " "
                + Optional.of(user.getAuthorities()).map(Object::toString).orElse("");
    }
}
