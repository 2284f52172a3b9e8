/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.tuned.threads.RequestLimit;
import dev.tuned.threads.plan.UserProperties;

/**
 * A limit of twice the connections of the application's smallest connection pool: for each request that has a connection, another
 * one may wait for it or work without. Follows a pool that is created or changed while requests are served; until there is one,
 * there is no limit. Thread-safe.
 */
public final class ConnectionPoolLimit implements RequestLimit, SmartInitializingSingleton {

    private static final Log log = LogFactory.getLog(ConnectionPoolLimit.class);

    static final int MAX_REQUESTS_PER_CONNECTION = 2;

    private final @Nullable ConnectionPools pools;

    private final int max;

    private volatile int connections;

    /**
     * @param pools the application's; null where the class path has no JDBC of Spring Boot
     * @param max highest limit in requests, 0 for none
     */
    public ConnectionPoolLimit(@Nullable ConnectionPools pools, int max) {
        this.pools = pools;
        this.max = max;
    }

    /** @throws InvalidConfigurationPropertyValueException if there can be no pool whose size is known */
    @Override
    public void afterSingletonsInstantiated() {
        if (pools != null) {
            pools.addEarlier();
        }
        UserProperties.check(
                pools != null && !pools.areAllUnknown(),
                "tuned.threads.web.limit",
                "pool",
                "It needs a DataSource whose connection pool has a largest size. Use a pool that Spring Boot has metrics"
                        + " for, such as HikariCP, or set tuned.threads.web.max-concurrency and remove the property.");
    }

    /** Configuration for a service with something scarce, with the connection pool where one is known. */
    public static String advice(@Nullable ConnectionPools pools) {
        ConnectionPools.Pool pool = (pools != null) ? pools.smallestNow() : null;
        String limit = (pool == null)
                ? ""
                : "tuned.threads.web.limit=pool (the connection pool '%s' has %d connections), or "
                        .formatted(pool.name(), pool.connections());
        return "If requests need something scarce, limit them: " + limit + "tuned.threads.web.routes[/path/**]=20";
    }

    @Override
    public int current() {
        ConnectionPools.Pool pool = (pools != null) ? pools.smallest() : null;
        int highest = (max > 0) ? max : Integer.MAX_VALUE;
        if (pool == null) {
            return highest;
        }
        int limit = (int) Math.min(highest, (long) MAX_REQUESTS_PER_CONNECTION * pool.connections());
        if (connections != pool.connections()) {
            connections = pool.connections();
            log.info("tuned threads: at most %d requests, because the connection pool '%s' has %d connections"
                    .formatted(limit, pool.name(), pool.connections()));
        }
        return limit;
    }
}
