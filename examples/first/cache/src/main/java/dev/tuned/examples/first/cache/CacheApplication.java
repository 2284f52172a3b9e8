/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.cache;

import java.time.Instant;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@EnableCaching
public class CacheApplication {

    @RestController
    static class Products { // annotations, as in any application

        @GetMapping("/products/{id}")
        @Cacheable("products") // a hit in memory asks nobody
        public String product(@PathVariable String id) {
            return "product " + id + ", read at " + Instant.now();
        }

        @DeleteMapping("/products/{id}")
        @CacheEvict("products") // all instances are notified
        public void delete(@PathVariable String id) {}
    }

    public static void main(String[] args) {
        SpringApplication.run(CacheApplication.class, args);
    }
}
