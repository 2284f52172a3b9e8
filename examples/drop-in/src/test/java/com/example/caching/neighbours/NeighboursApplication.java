/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.neighbours;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import com.couchbase.client.java.Cluster;
import com.example.caching.Contexts;
import com.example.caching.Watch;
import com.example.caching.values.LocalCouchbase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.transaction.support.TransactionTemplate;

import dev.tuned.examples.dropin.inside.Notes;

/** Two instances with one database and one Couchbase: the second reads what the first cached, or makes it itself. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
public class NeighboursApplication {

    /** What L2 may serve of the rows below. */
    private static final int MIN_SERVED = 8;

    private static volatile LocalCouchbase couchbase;

    public static void main(String[] args) {
        try (LocalCouchbase local = new LocalCouchbase()) {
            couchbase = local;
            // The JDK's timer of futures, which the first wait with a limit starts.
            var unused = new CompletableFuture<>()
                    .completeOnTimeout("late", 1, TimeUnit.MILLISECONDS)
                    .join();
            SpringApplication.run(NeighboursApplication.class, local.arguments(args))
                    .close();
        }
    }

    @Bean
    ApplicationRunner rows(ApplicationContext first, ApplicationArguments arguments) {
        return first.getParent() != null
                ? rows -> {}
                : rows -> {
                    first.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                        for (int i = 1; i <= 3; i++) {
                            first.getBean(EntityManager.class).persist(new Author(i, 10));
                        }
                    });
                    couchbase.answer();
                    LocalCouchbase.await(first.getBean(Cluster.class));
                    try (ConfigurableApplicationContext second =
                            Contexts.start(NeighboursApplication.class, arguments.getSourceArgs())) {
                        LocalCouchbase.await(second.getBean(Cluster.class));
                        run(first, second);
                    }
                    // The second one's client leaves a thread for another second.
                    var unused = Watch.isSoon(() -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().startsWith("globalEventExecutor")));
                };
    }

    private static void run(ApplicationContext first, ApplicationContext second) throws InterruptedException {
        entities(first, "first");
        entities(second, "second");
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
        boolean shared = false;
        int served = 0;
        for (Map.Entry<String, Function<Library, Object>> row : rows.entrySet()) {
            Notes.add(row.getKey(), "first", inTransaction(first, row.getValue()));
            boolean arrived = isShared(second, row.getKey()) && Watch.isSoon(() -> isThere(second, row.getKey()));
            shared |= arrived;
            served += arrived ? 1 : 0;
            Notes.add(row.getKey(), "second", inTransaction(second, row.getValue()));
        }
        Notes.add("L2", "serves what it may", !shared || served >= MIN_SERVED);
        transactions(first);
    }

    /** Spring's own caches are each instance's. */
    private static boolean isShared(ApplicationContext context, String region) {
        return !cache(context, region).getClass().getName().startsWith("org.springframework");
    }

    private static boolean isThere(ApplicationContext context, String region) {
        Object key = region.equals("author-view")
                ? 1L
                : region.equals("user")
                        ? "ann"
                        : region.equals("retried") ? "a" : org.springframework.cache.interceptor.SimpleKey.EMPTY;
        return cache(context, region).get(key) != null;
    }

    private static Object inTransaction(ApplicationContext context, Function<Library, Object> row) {
        return context.getBean(TransactionTemplate.class).execute(status -> row.apply(context.getBean(Library.class)));
    }

    /** While the session is open: what is not read stays unread. */
    private static void entities(ApplicationContext context, String instance) {
        Statistics statistics = context.getBean(EntityManagerFactory.class)
                .unwrap(SessionFactory.class)
                .getStatistics();
        context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
            Library library = context.getBean(Library.class);
            long before = statistics.getPrepareStatementCount();
            Author author = library.author(2);
            Notes.add(
                    "an entity",
                    instance,
                    statistics.getPrepareStatementCount() - before + " statements, books loaded: "
                            + author.booksAreLoaded());
            before = statistics.getPrepareStatementCount();
            List<Author> authors = library.authors();
            Notes.add(
                    "entities",
                    instance,
                    statistics.getPrepareStatementCount() - before + " statements, books loaded: "
                            + authors.stream().anyMatch(Author::booksAreLoaded));
            Notes.add("an entity again", instance, library.author(2) == author);
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

    private static Cache cache(ApplicationContext context, String name) {
        return context.getBean(CacheManager.class).getCache(name);
    }
}
