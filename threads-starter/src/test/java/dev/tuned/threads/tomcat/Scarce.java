/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.Timeout;
import org.apache.tomcat.jdbc.pool.PoolProperties;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Something scarce behind a service, from the libraries that services use. Each service has its own. */
enum Scarce {
    HIKARI_2_SECONDS(() -> hikari(10, 2_000), 50),
    HIKARI_6_SECONDS(() -> hikari(10, 6_000), 50),
    HIKARI_NESTED(() -> {
        DataSource pool = hikari(201, 3_000);
        return () -> {
            try (Connection first = pool.getConnection()) {
                Thread.sleep(100);
                try (Connection second = pool.getConnection()) {
                    Thread.sleep(100);
                    return first.isClosed() || second.isClosed();
                }
            }
        };
    }),
    TOMCAT_JDBC(
            () -> {
                PoolProperties properties = new PoolProperties();
                properties.setUrl("jdbc:h2:mem:scarce");
                properties.setDriverClassName("org.h2.Driver");
                properties.setMaxActive(10);
                properties.setMaxWait(2_000);
                return new org.apache.tomcat.jdbc.pool.DataSource(properties);
            },
            50),
    C3P0(
            () -> {
                ComboPooledDataSource pool = new ComboPooledDataSource();
                pool.setJdbcUrl("jdbc:h2:mem:scarce");
                pool.setMaxPoolSize(10);
                pool.setMinPoolSize(10);
                pool.setCheckoutTimeout(6_000);
                return pool;
            },
            50),
    HTTP_CLIENT_2_SECONDS(() -> httpClient(2)),
    HTTP_CLIENT_6_SECONDS(() -> httpClient(6)),
    HTTP_CLIENT_15_SECONDS(() -> httpClient(15)),
    DATABASE_LOCK(() -> {
        // 250 connections, and one row that each request changes; who waits for it longer than 6 s fails.
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:lock;LOCK_TIMEOUT=6000");
        config.setMaximumPoolSize(250);
        config.setConnectionTimeout(30_000);
        DataSource pool = new HikariDataSource(config);
        execute(pool, "create table if not exists stock (id int primary key, count int)");
        execute(pool, "merge into stock values (1, 0)");
        return () -> {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("update stock set count = count + 1 where id = 1");
                    Thread.sleep(5);
                    connection.commit();
                } catch (SQLException ex) {
                    connection.rollback();
                    throw ex;
                }
            }
            return null;
        };
    }),
    REACTOR_NETTY(() -> {
        WaitingService backend = new WaitingService(pause(100), false, 200);
        ConnectionProvider provider = ConnectionProvider.builder("scarce")
                .maxConnections(20)
                .pendingAcquireMaxCount(190)
                .build();
        HttpClient client = HttpClient.create(provider).baseUrl("http://127.0.0.1:" + backend.port() + "/");
        return () -> client.get().response().block(Duration.ofSeconds(30));
    }),
    SHARED_CONNECTION(() -> {
        Object connection = new Object();
        return () -> {
            synchronized (connection) {
                Thread.sleep(5);
                return null;
            }
        };
    }),
    SEMAPHORE(() -> {
        Semaphore permits = new Semaphore(10, true);
        return () -> {
            if (!permits.tryAcquire(2, TimeUnit.SECONDS)) {
                throw new TimeoutException("no permit");
            }
            try {
                return pause(50).call();
            } finally {
                permits.release();
            }
        };
    }),
    RATE_LIMITER(() -> {
        AtomicLong next = new AtomicLong(System.nanoTime());
        return () -> {
            // 200 per second; who would wait for more than two seconds is refused.
            long now = System.nanoTime();
            long turn = next.updateAndGet(last -> Math.max(last, now - 1) + TimeUnit.MILLISECONDS.toNanos(5));
            if (turn - now > TimeUnit.SECONDS.toNanos(2)) {
                next.addAndGet(-TimeUnit.MILLISECONDS.toNanos(5));
                throw new IOException("refused");
            }
            TimeUnit.NANOSECONDS.sleep(turn - now);
            return null;
        };
    }),
    BULKHEAD(() -> {
        Semaphore permits = new Semaphore(210);
        return () -> {
            if (!permits.tryAcquire()) {
                throw new IOException("refused");
            }
            try {
                return pause(400).call();
            } finally {
                permits.release();
            }
        };
    }),
    SLOWER_UNDER_LOAD(() -> {
        AtomicInteger calls = new AtomicInteger();
        return () -> {
            int others = calls.incrementAndGet();
            try {
                return pause(400 + Math.max(0, others - 150) * 4L).call();
            } finally {
                calls.decrementAndGet();
            }
        };
    }),
    SOME_OF_ONE_POOL(() -> {
        Callable<?> scarce = of(hikari(10, 6_000), 20);
        return () -> (ThreadLocalRandom.current().nextInt(10) < 4)
                ? scarce.call()
                : pause(100).call();
    });

    private final Source work;

    Scarce(Source work) {
        this.work = work;
    }

    Scarce(PoolSource pool, int millis) {
        this(() -> of(pool.make(), millis));
    }

    /** What a request does. */
    Callable<?> work() throws Exception {
        return work.make();
    }

    private static Callable<?> pause(long millis) {
        return () -> {
            Thread.sleep(millis);
            return null;
        };
    }

    private static Callable<?> of(DataSource pool, int millis) {
        return () -> {
            try (Connection connection = pool.getConnection()) {
                Thread.sleep(millis);
                return connection.isClosed();
            }
        };
    }

    private static Callable<?> httpClient(int timeoutSeconds) throws Exception {
        WaitingService backend = new WaitingService(pause(100), false, 200);
        CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(20)
                        .setMaxConnPerRoute(20)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.ofSeconds(timeoutSeconds))
                        .build())
                .build();
        HttpGet get = new HttpGet("http://127.0.0.1:" + backend.port() + "/");
        return () -> client.execute(get, response -> response.getCode());
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static DataSource hikari(int connections, int timeout) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:scarce");
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(timeout);
        return new HikariDataSource(config);
    }

    private interface Source {
        Callable<?> make() throws Exception;
    }

    private interface PoolSource {
        DataSource make() throws SQLException, java.beans.PropertyVetoException;
    }
}
