/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.cache;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.cache.NearCache;
import dev.tuned.cache.NearCacheManager;

@SpringBootApplication
@EnableCaching
public class CacheApplication {

    @RestController
    static class Products { // annotations, as in any application

        final AtomicInteger reads = new AtomicInteger();

        @GetMapping("/products/{id}")
        @Cacheable("products") // from now on one call for concurrent misses
        public String product(@PathVariable String id) {
            return "product " + id + ", read " + reads.incrementAndGet();
        }

        @DeleteMapping("/products/{id}")
        @CacheEvict("products")
        public void delete(@PathVariable String id) {}
    }

    @RestController
    static class Prices { // the same without annotations

        private final NearCache<Integer> cache;

        Prices(NearCacheManager manager) {
            this.cache = manager.nearCache("prices", Integer.class);
        }

        @GetMapping("/prices/{id}")
        Integer price(@PathVariable String id) {
            return cache.getOrLoad(id, this::priceInCents);
        }

        private Integer priceInCents(String id) { // stands for a call to another system
            return 100 * id.length();
        }
    }

    public static void main(String[] args) {
        SpringApplication.run(CacheApplication.class, args);
    }
}
