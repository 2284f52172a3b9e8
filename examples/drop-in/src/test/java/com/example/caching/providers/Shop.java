/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.providers;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.cache.annotation.Cacheable;

/** Caches one thing. */
public class Shop {

    private final AtomicInteger calls = new AtomicInteger();

    @Cacheable("items")
    public String item(String id) {
        return id + calls.incrementAndGet();
    }
}
