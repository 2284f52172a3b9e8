/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.util.ArrayList;
import java.util.List;

import com.couchbase.client.java.Cluster;
import com.example.caching.Contexts;
import com.example.caching.Watch;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.TaskDecorator;

/** Two instances of an application that caches, both connected to one Couchbase: the second reads what the first cached. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
public class ValuesApplication {

    static final TaskDecorator NONE = task -> task;

    static volatile TaskDecorator decorator = NONE;

    private static volatile LocalCouchbase couchbase;

    public static void main(String[] args) {
        try (LocalCouchbase local = new LocalCouchbase()) {
            couchbase = local;
            List<String> arguments = new ArrayList<>(List.of(args));
            arguments.addAll(local.properties());
            Shapes.fields()
                    .forEach(field -> arguments.add(
                            "--tuned.cache.regions." + Shapes.region(field) + ".value-type=" + Shapes.typeName(field)));
            SpringApplication.run(ValuesApplication.class, arguments.toArray(String[]::new))
                    .close();
        }
    }

    @Bean
    TaskDecorator decorator() {
        return task -> decorator.decorate(task);
    }

    @Bean
    CacheManagerCustomizer<CaffeineCacheManager> asyncMode() {
        return manager -> manager.setAsyncCacheMode(true);
    }

    @Bean
    ApplicationRunner rows(ApplicationContext first, ApplicationArguments arguments) {
        return first.getParent() != null
                ? rows -> {}
                : rows -> {
                    first.getBean(Catalogue.class).early("a");
                    couchbase.answer();
                    LocalCouchbase.await(first.getBean(Cluster.class));
                    try (ConfigurableApplicationContext second =
                            Contexts.start(ValuesApplication.class, arguments.getSourceArgs())) {
                        LocalCouchbase.await(second.getBean(Cluster.class));
                        new ValueRows(first, second).run();
                    }
                    // The second one's client leaves a thread for another second.
                    var unused = Watch.isSoon(() -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().startsWith("globalEventExecutor")));
                };
    }
}
