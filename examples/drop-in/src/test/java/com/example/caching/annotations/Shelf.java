/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.annotations;

import java.util.Optional;

import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/** Annotations on an interface, a generic one, and on classes. */
interface Shelf<K> {

    @Cacheable("shelf")
    String find(K key);

    @Cacheable(cacheNames = "shelf", key = "#root.args[0] + '!'", sync = true)
    default Optional<String> found(K key) {
        return Optional.of("found " + key);
    }

    @CachePut(cacheNames = "shelf", key = "#result")
    default String store(String book) {
        return book;
    }

    @Service
    class OakShelf implements Shelf<String> {

        private final Calls calls = new Calls();

        @Override
        public String find(String key) {
            return calls.of("find", key);
        }
    }

    @Service
    @CacheConfig(cacheNames = "configured", keyGenerator = "upperCaseKeys")
    class ConfiguredShelf {

        private final Calls calls = new Calls();

        @Cacheable
        public String names(String key) {
            return calls.of("names", key);
        }

        @Cacheable("overridden")
        public String ownName(String key) {
            return calls.of("ownName", key);
        }

        @Cacheable(key = "#key")
        public String ownKey(String key) {
            return calls.of("ownKey", key);
        }

        @CacheEvict
        public void remove(String key) {}
    }

    @Service
    @Cacheable("whole class")
    class ClassShelf {

        private final Calls calls = new Calls();

        public String one(String key) {
            return calls.of("one", key);
        }

        @Cacheable("one method")
        public String two(String key) {
            return calls.of("two", key);
        }
    }
}
