/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.time.Duration;
import java.util.function.BiConsumer;

import dev.tuned.cache.RedisServer;

/** What can be wrong with a Redis, or with the way to it. */
enum Fault {
    PAUSED((redis, proxy) -> redis.pause(), (redis, proxy) -> redis.resume()),
    KILLED((redis, proxy) -> redis.kill(), (redis, proxy) -> redis.restart()),
    REFUSING((redis, proxy) -> proxy.refuse(), (redis, proxy) -> proxy.accept()),
    SLOW((redis, proxy) -> proxy.slow(Duration.ofMillis(100)), (redis, proxy) -> proxy.slow(Duration.ZERO)),
    TOO_SLOW((redis, proxy) -> proxy.slow(Duration.ofMillis(700)), (redis, proxy) -> proxy.slow(Duration.ZERO)),
    SILENT((redis, proxy) -> proxy.beSilent(), (redis, proxy) -> proxy.speak()),
    FULL(
            (redis, proxy) -> redis.command("CONFIG SET maxmemory 1"),
            (redis, proxy) -> redis.command("CONFIG SET maxmemory 0")),
    READ_ONLY(
            (redis, proxy) -> redis.command("REPLICAOF 127.0.0.1 1"),
            (redis, proxy) -> redis.command("REPLICAOF NO ONE")),
    /** Known connections would go on. */
    NEW_PASSWORD(
            (redis, proxy) -> redis.command(
                    "CONFIG SET requirepass other\r\nAUTH other\r\nCLIENT KILL TYPE pubsub\r\nCLIENT KILL TYPE normal"),
            (redis, proxy) -> redis.command("AUTH other\r\nCONFIG SET requirepass \"\""));

    private final BiConsumer<RedisServer, StoreProxy> begin;
    private final BiConsumer<RedisServer, StoreProxy> end;

    Fault(BiConsumer<RedisServer, StoreProxy> begin, BiConsumer<RedisServer, StoreProxy> end) {
        this.begin = begin;
        this.end = end;
    }

    void begin(RedisServer redis, StoreProxy proxy) {
        begin.accept(redis, proxy);
    }

    void end(RedisServer redis, StoreProxy proxy) {
        end.accept(redis, proxy);
    }
}
