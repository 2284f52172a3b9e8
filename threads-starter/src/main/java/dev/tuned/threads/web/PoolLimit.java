/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.springframework.beans.factory.SmartInitializingSingleton;

import dev.tuned.threads.RequestLimit;
import dev.tuned.threads.plan.InvalidThreadsConfigurationException;

/**
 * A limit of twice the connections of the application's connection pool: as many requests again may wait for one, or work
 * without. Known before the web server starts. Thread-safe.
 */
final class PoolLimit implements RequestLimit, SmartInitializingSingleton {

    private static final int MAX_REQUESTS_PER_CONNECTION = 2;

    private final ConnectionPools pools;

    private final int max;

    private volatile int current = 1;

    /**
     * @param pools the application's
     * @param max highest limit, 0 for none
     */
    PoolLimit(ConnectionPools pools, int max) {
        this.pools = pools;
        this.max = max;
    }

    /** @throws InvalidThreadsConfigurationException if there is no pool whose size is known */
    @Override
    public void afterSingletonsInstantiated() {
        ConnectionPools.Pool pool = this.pools.smallest();
        if (pool == null) {
            throw new InvalidThreadsConfigurationException(
                    "tuned.threads.web.limit",
                    "pool",
                    "needs a DataSource whose connection pool has a largest size",
                    "Use a pool that Spring Boot has metrics for, such as HikariCP, or set"
                            + " tuned.threads.web.max-concurrency and remove the property.");
        }
        int limit = Math.max(1, MAX_REQUESTS_PER_CONNECTION * pool.connections());
        this.current = (this.max > 0) ? Math.min(this.max, limit) : limit;
    }

    @Override
    public int current() {
        return this.current;
    }
}
