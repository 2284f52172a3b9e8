/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.NearCache;
import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;

import static org.assertj.core.api.Assertions.assertThat;

class HitAllocationTests {

    private static final int MAX_ROUNDS = 50;

    /** Caffeine's buffers grow now and then; the smallest object for each read would be 16 bytes. */
    private static final double MAX_BYTES_PER_HIT = 2;

    private static final int KEYS = 1000;
    private static final int READS = 200_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final TunedCacheManager manager = ManagerBuilder.of(
                    name -> Settings.plain(), name -> null, JsonMapper.builder().build())
            .build();
    private final NearCache<Product> cache = manager.nearCache("products", Product.class);

    @AfterEach
    void stop() {
        manager.destroy();
    }

    @Test
    void hitAllocatesNothing() {
        String[] keys = new String[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = Integer.toString(i);
            cache.put(keys[i], new Product(keys[i], i));
        }
        // Until the compilers are through: what they have not compiled yet may keep an object that they would leave
        // out.
        double bytes = Double.MAX_VALUE;
        for (int round = 0; round < MAX_ROUNDS && bytes >= MAX_BYTES_PER_HIT; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            int found = read(keys);
            bytes = (double) (threads.getCurrentThreadAllocatedBytes() - before) / READS;
            assertThat(found).isEqualTo(READS);
        }
        assertThat(bytes).as("bytes per hit").isLessThan(MAX_BYTES_PER_HIT);
    }

    private int read(String[] keys) {
        int found = 0;
        for (int i = 0; i < READS; i++) {
            if (cache.get(keys[i % KEYS]) != null) {
                found++;
            }
        }
        return found;
    }
}
