/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.providers;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import com.example.caching.Contexts;
import com.example.caching.Watch;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

/**
 * One application and how it is configured.
 *
 * @param isUsed whether its caches can be used, or need a server
 */
record Row(String name, Class<?> source, boolean isUsed, String... arguments) {

    static Row of(String name, Class<?> source, String... arguments) {
        return new Row(name, source, true, arguments);
    }

    /** An application with a cached method and nothing else. */
    @EnableAutoConfiguration
    @EnableCaching
    static class Plain extends WithShop {}

    /** Starts it, records the provider of its caches and uses them. */
    void play() {
        try (ConfigurableApplicationContext context = Contexts.start(source, arguments)) {
            Map<String, String> managers = new TreeMap<>();
            context.getBeansOfType(CacheManager.class).forEach((bean, manager) -> managers.put(bean, type(manager)));
            Notes.add(name, "managers", managers);
            context.getBeanProvider(CacheManager.class).ifUnique(this::look);
            if (isUsed) {
                Shop shop = context.getBean(Shop.class);
                Notes.add(
                        name,
                        "cached method",
                        Watch.all(
                                Watch.trying(() -> shop.item("a")),
                                Watch.trying(() -> shop.item("a")),
                                Watch.trying(() -> shop.item("b"))));
            }
        } catch (RuntimeException ex) {
            for (Throwable t = ex; t != null; t = t.getCause()) {
                Notes.add(name, "start", t.getClass().getSimpleName());
            }
        }
    }

    private void look(CacheManager manager) {
        Notes.add(name, "names", new TreeSet<>(manager.getCacheNames()));
        Notes.add(name, "declared cache", type(manager.getCache("items")));
        Notes.add(name, "another cache", type(manager.getCache("undeclared")));
        Cache cache = manager.getCache("items");
        if (isUsed && cache != null) {
            Notes.add(name, "a key that was not put", Watch.trying(() -> cache.get("absent", String.class)));
        }
    }

    private static String type(Object object) {
        return object == null ? "none" : AopUtils.getTargetClass(object).getSimpleName();
    }
}
