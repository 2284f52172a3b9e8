/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cglib.proxy.MethodInterceptor;
import org.springframework.cglib.proxy.MethodProxy;

import dev.tuned.cache.notify.Key;

/**
 * A cache of Spring's whose entries are in this process alone, as objects: its own changes are published, others' changes evict. An entry that
 * is about to be removed counts as missing: who loads a key holds a lock, which removing waits for. Thread-safe.
 */
public final class LocalNearCache extends NearCache implements MethodInterceptor {

    /** @param caller the method that missed it: another one's put is a change */
    private record Missed(Object key, String caller) {}

    private static final String ANY_CALLER = "";
    private static final Set<Class<?>> TYPES = Set.of(String.class, Integer.class, Long.class, UUID.class);

    private final NearStore store;
    private final Key all;
    private final Misses<Missed> missed = new Misses<>();
    /** Keys that are about to be removed, or what stands for all, and the last reason why. */
    private final Map<Object, Object> leaving = new ConcurrentHashMap<>();

    private volatile long cleared = System.nanoTime();
    private volatile ConcurrentMap<Object, Object> entries = new ConcurrentHashMap<>();

    /** Creates what a cache's operations go through. */
    public LocalNearCache(String manager, String name, NearStore store) {
        super(manager, name, false, Duration.ofDays(1));
        this.store = store;
        this.all = Key.pattern((name + "\0*").getBytes(StandardCharsets.UTF_8));
        store.add(this);
    }

    /** Its manager makes the cache, for the first time or again. */
    public void setEntries(ConcurrentMap<Object, Object> entries) {
        this.entries = entries;
    }

    // Spring's operations

    @Override
    public @Nullable Object intercept(Object cache, Method method, Object[] arguments, MethodProxy spring)
            throws Throwable {
        Object key = (arguments.length > 0) ? arguments[0] : ANY_CALLER;
        return switch (method.getName()) {
            case "lookup" -> found(key, spring.invokeSuper(cache, arguments));
            case "get" -> load(key, cache, arguments, spring, false);
            case "retrieve" ->
                (arguments.length == 1)
                        ? retrieve(key, cache, arguments, spring)
                        : load(key, cache, arguments, spring, true);
            case "put" -> put(key, cache, arguments, spring);
            case "putIfAbsent" -> {
                store.memory.changed(encode(key));
                Object there = spring.invokeSuper(cache, arguments);
                if (there == null) {
                    change(key);
                }
                yield there;
            }
            case "evict", "evictIfPresent" -> {
                change(key);
                yield spring.invokeSuper(cache, arguments);
            }
            case "clear", "invalidate" -> {
                missed.forget(any -> true);
                store.publish(this, all);
                yield spring.invokeSuper(cache, arguments);
            }
            default -> spring.invokeSuper(cache, arguments);
        };
    }

    private @Nullable Object load(Object key, Object cache, Object[] arguments, MethodProxy spring, boolean future)
            throws Throwable {
        Object loader = (arguments.length > 1) ? arguments[1] : null;
        long[] version = {Misses.UNKNOWN};
        if (!future && loader instanceof Callable<?> callable) {
            arguments[1] = (Callable<?>) () -> {
                version[0] = version(key);
                return callable.call();
            };
        } else if (future && loader instanceof Supplier<?> supplier) {
            arguments[1] = (Supplier<?>) () -> {
                version[0] = version(key);
                return supplier.get();
            };
        } else {
            return spring.invokeSuper(cache, arguments);
        }
        if (!isCurrent(key)) {
            entries.remove(key);
        }
        Object value = spring.invokeSuper(cache, arguments);
        if (future) {
            var unused = ((CompletableFuture<?>) value).whenComplete((result, failure) -> loaded(key, version[0]));
        } else {
            loaded(key, version[0]);
        }
        return value;
    }

    private @Nullable Object retrieve(Object key, Object cache, Object[] arguments, MethodProxy spring)
            throws Throwable {
        Object value = spring.invokeSuper(cache, arguments);
        // A map has looked it up.
        value = (cache instanceof ConcurrentMapCache) ? value : found(key, value);
        if (value == null) {
            missed.addAsynchronous(new Missed(key, ANY_CALLER), version(key));
        }
        return value;
    }

    private @Nullable Object put(Object key, Object cache, Object[] arguments, MethodProxy spring) throws Throwable {
        Long mine = missed.take(new Missed(key, Callers.caller()));
        // The interceptor puts what a method returned at once; what a future brings comes from elsewhere.
        Long any = (mine == null && Callers.isCachedCall()) ? null : missed.take(new Missed(key, ANY_CALLER));
        Long miss = (mine != null) ? mine : any;
        long changed = (miss == null || miss == Misses.UNKNOWN) ? change(key) : miss;
        spring.invokeSuper(cache, arguments);
        removeIfChanged(key, (miss != null) ? miss : changed);
        return null;
    }

    private boolean isCurrent(Object key) {
        if (!store.channel().isConnected() && System.nanoTime() - cleared > store.unconnectedTtl) {
            forgetAll();
        }
        return leaving.isEmpty() || !(leaving.containsKey(key) || leaving.containsKey(all));
    }

    private @Nullable Object found(Object key, @Nullable Object value) {
        if (value != null && isCurrent(key)) {
            hits.increment();
            missed.forget(miss -> miss.key.equals(key));
            return value;
        }
        misses.increment();
        missed.add(new Missed(key, Callers.caller()), version(key), null);
        return null;
    }

    private void loaded(Object key, long version) {
        ((version == Misses.UNKNOWN) ? hits : misses).increment();
        if (version != Misses.UNKNOWN) {
            removeIfChanged(key, version);
        }
    }

    private void removeIfChanged(Object key, long version) {
        if (version(key) != version) {
            entries.remove(key);
        }
    }

    /** Before it is done here: what is being loaded meanwhile is not kept. */
    private long change(Object key) {
        missed.forget(miss -> miss.key.equals(key));
        return store.publish(this, encode(key));
    }

    // Changes of others

    @Override
    Key all() {
        return all;
    }

    /** Loads that have begun are known by the version of their key, which the store has raised. */
    @Override
    void forget(Key key) {
        if (key.isPattern() ? key.covers(all) : all.covers(key)) {
            Object one = key.isPattern() ? null : decode(key);
            if (one == null) {
                forgetAll();
            } else if (entries.containsKey(one)) {
                leave(one, () -> entries.remove(one));
            }
        }
    }

    private void forgetAll() {
        cleared = System.nanoTime();
        store.memory.changed(all);
        leave(all, () -> entries.clear());
    }

    private void leave(Object key, Runnable removal) {
        Object reason = new Object();
        leaving.put(key, reason);
        store.inBackground(() -> {
            removal.run();
            leaving.remove(key, reason);
        });
    }

    // Keys

    private long version(Object key) {
        return store.memory.version(encode(key));
    }

    /** A key as text, if the same one can be made of it in another process; else what stands for all. */
    private Key encode(Object key) {
        if (!TYPES.contains(key.getClass())) {
            // Not even asked for its text.
            return all;
        }
        String text = name + '\0' + key.getClass().getSimpleName() + '\0' + key;
        Key encoded = new Key(text.getBytes(StandardCharsets.UTF_8));
        return key.equals(decode(encoded)) ? encoded : all;
    }

    private static @Nullable Object decode(Key key) {
        String[] parts = new String(key.bytes(), StandardCharsets.UTF_8).split("\0", 3);
        try {
            return switch ((parts.length < 3) ? "" : parts[1]) {
                case "String" -> parts[2];
                case "Integer" -> Integer.valueOf(parts[2]);
                case "Long" -> Long.valueOf(parts[2]);
                case "UUID" -> UUID.fromString(parts[2]);
                default -> null;
            };
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }
}
