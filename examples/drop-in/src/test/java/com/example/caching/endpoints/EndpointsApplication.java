/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.endpoints;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A web application that caches, seen through the actuator. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
public class EndpointsApplication {

    public static void main(String[] args) {
        SpringApplication.run(EndpointsApplication.class, args);
    }

    /** Has the prices. */
    @Service
    public static class Prices {

        private final AtomicInteger calls = new AtomicInteger();

        @Cacheable("prices")
        public String of(String product) {
            if (product.equals("unknown")) {
                throw new IllegalArgumentException("unknown product");
            }
            return product + " costs " + calls.incrementAndGet();
        }

        @CacheEvict("prices")
        public void forget(String product) {}
    }

    @RestController
    record Controller(Prices prices) {

        @GetMapping("/prices/{product}")
        String price(@PathVariable("product") String product) {
            return prices.of(product);
        }

        @GetMapping("/forget/{product}")
        String forget(@PathVariable("product") String product) {
            prices.forget(product);
            return "forgotten";
        }
    }
}
