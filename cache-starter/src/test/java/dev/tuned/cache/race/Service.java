/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.race;

import java.util.concurrent.CompletableFuture;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;

/** An application's service, with Spring's annotations. */
class Service {

    private final Database database;

    Service(Database database) {
        this.database = database;
    }

    @Cacheable("products")
    public String find(int key) {
        return database.load(key);
    }

    @Cacheable(cacheNames = "products", sync = true)
    public String findOnce(int key) {
        return database.load(key);
    }

    @Cacheable("products")
    public CompletableFuture<String> findLater(int key) {
        return CompletableFuture.supplyAsync(() -> database.load(key));
    }

    @CacheEvict(cacheNames = "products", key = "#key")
    public String change(int key) {
        return database.write(key);
    }

    @CacheEvict("products")
    public void evict(int key) {}

    @CachePut("products")
    public String put(int key) {
        return database.write(key);
    }

    @CacheEvict(cacheNames = "products", allEntries = true)
    public String changeAndClear(int key) {
        return database.write(key);
    }

    @CacheEvict(cacheNames = "products", key = "#key", beforeInvocation = true)
    public String evictAndChange(int key) {
        return database.write(key);
    }

    @CacheEvict(cacheNames = "products", allEntries = true, beforeInvocation = true)
    public String clearAndChange(int key) {
        return database.write(key);
    }
}
