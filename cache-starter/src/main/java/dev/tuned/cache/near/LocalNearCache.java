/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.interceptor.SimpleKey;
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
    private static final ObjectInputFilter KNOWN = ObjectInputFilter.Config.createFilter(
            "java.lang.*;java.util.UUID;org.springframework.cache.interceptor.SimpleKey;maxdepth=4;maxarray=100;maxrefs=1000;!*");

    private final NearStore store;
    private final ConcurrentMap<Object, Object> entries;
    private final byte[] prefix;
    private final Key all;
    private final Misses<Missed> missed = new Misses<>();
    /** Keys that are about to be removed, and how often. */
    private final Map<Object, Integer> leaving = new ConcurrentHashMap<>();

    private final AtomicInteger clearing = new AtomicInteger();
    private volatile long cleared = System.nanoTime();

    /**
     * Creates what a cache's operations go through.
     *
     * @param entries the cache's
     */
    public LocalNearCache(String manager, String name, NearStore store, ConcurrentMap<Object, Object> entries) {
        super(manager, name, false, Duration.ofDays(1));
        this.store = store;
        this.entries = entries;
        this.prefix = (name + '\0').getBytes(StandardCharsets.UTF_8);
        this.all = Key.pattern(prefix);
        store.add(this);
    }

    /** It is not used any more. */
    public void close() {
        store.remove(this);
    }

    // Spring's operations

    @Override
    public @Nullable Object intercept(Object cache, Method method, Object[] arguments, MethodProxy spring)
            throws Throwable {
        Object key = (arguments.length > 0) ? arguments[0] : ANY_CALLER;
        return switch (method.getName()) {
            case "lookup" -> found(key, spring.invokeSuper(cache, arguments));
            case "get" -> load(key, cache, arguments, spring);
            case "retrieve" -> retrieve(key, cache, arguments, spring);
            case "put" -> put(key, cache, arguments, spring);
            case "putIfAbsent", "evict", "evictIfPresent" -> {
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

    private @Nullable Object load(Object key, Object cache, Object[] arguments, MethodProxy spring) throws Throwable {
        if (arguments.length < 2 || !(arguments[1] instanceof Callable<?> loader)) {
            return spring.invokeSuper(cache, arguments);
        }
        long[] version = {Misses.UNKNOWN};
        arguments[1] = (Callable<?>) () -> {
            version[0] = version(key);
            return loader.call();
        };
        removeIfOld(key);
        Object value = spring.invokeSuper(cache, arguments);
        loaded(key, version[0]);
        return value;
    }

    private @Nullable Object retrieve(Object key, Object cache, Object[] arguments, MethodProxy spring)
            throws Throwable {
        if (arguments.length < 2) {
            Object value = spring.invokeSuper(cache, arguments);
            // A map has looked it up.
            value = (cache instanceof ConcurrentMapCache) ? value : found(key, value);
            if (value == null) {
                missed.addAsynchronous(new Missed(key, ANY_CALLER), version(key));
            }
            return value;
        }
        long[] version = {Misses.UNKNOWN};
        Supplier<?> loader = (Supplier<?>) arguments[1];
        arguments[1] = (Supplier<?>) () -> {
            version[0] = version(key);
            return loader.get();
        };
        removeIfOld(key);
        Object value = spring.invokeSuper(cache, arguments);
        var unused = ((CompletableFuture<?>) value).whenComplete((result, failure) -> loaded(key, version[0]));
        return value;
    }

    private @Nullable Object put(Object key, Object cache, Object[] arguments, MethodProxy spring) throws Throwable {
        Long mine = missed.take(new Missed(key, Callers.caller()));
        // The interceptor puts what a method returned at once; what a future brings comes from elsewhere.
        Long any = (mine == null && Callers.isCachedCall()) ? null : missed.take(new Missed(key, ANY_CALLER));
        Long miss = (mine != null) ? mine : any;
        if (miss == null || miss == Misses.UNKNOWN) {
            change(key);
        }
        spring.invokeSuper(cache, arguments);
        if (miss != null) {
            removeIfChanged(key, miss);
        }
        return null;
    }

    private void removeIfOld(Object key) {
        if (!isCurrent(key)) {
            entries.remove(key);
        }
    }

    private boolean isCurrent(Object key) {
        if (!store.channel().isConnected() && System.nanoTime() - cleared > store.unconnectedTtl) {
            forgetAll();
        }
        return clearing.get() == 0 && (leaving.isEmpty() || !leaving.containsKey(key));
    }

    private @Nullable Object found(Object key, @Nullable Object value) {
        if (value != null && isCurrent(key)) {
            hits().increment();
            missed.forget(miss -> miss.key.equals(key));
            return value;
        }
        misses().increment();
        missed.add(new Missed(key, Callers.caller()), version(key));
        return null;
    }

    private void loaded(Object key, long version) {
        ((version == Misses.UNKNOWN) ? hits() : misses()).increment();
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
    private void change(Object key) {
        missed.forget(miss -> miss.key.equals(key));
        store.memory.changed(versionKey(key));
        store.publish(this, encode(key));
    }

    // Changes of others

    @Override
    Key all() {
        return all;
    }

    @Override
    void forget(Key key) {
        if (key.isPattern()) {
            if (key.covers(new Key(prefix))) {
                forgetAll();
            }
        } else if (all.covers(key)) {
            try {
                forget(decode(key));
            } catch (IOException | ClassNotFoundException | RuntimeException ex) {
                // Of a type that is not known here.
                forgetAll();
            }
        }
    }

    private void forget(Object key) {
        store.memory.changed(versionKey(key));
        if (entries.containsKey(key)) {
            leaving.merge(key, 1, Integer::sum);
            store.inBackground(() -> {
                entries.remove(key);
                leaving.computeIfPresent(key, (same, count) -> (count > 1) ? count - 1 : null);
            });
        }
    }

    private void forgetAll() {
        cleared = System.nanoTime();
        store.memory.changed(all);
        clearing.incrementAndGet();
        store.inBackground(() -> {
            entries.clear();
            clearing.decrementAndGet();
        });
    }

    // Keys

    private long version(Object key) {
        return store.memory.version(versionKey(key));
    }

    /** Equal for equal keys of this process, whatever they are. */
    private Key versionKey(Object key) {
        return new Key((name() + '\0' + key.hashCode()).getBytes(StandardCharsets.UTF_8));
    }

    private Key encode(Object key) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(prefix);
        if (!(key instanceof String
                || key instanceof Number
                || key instanceof UUID
                || key instanceof Enum
                || key instanceof SimpleKey)) {
            return all;
        }
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(key);
        } catch (IOException ex) {
            return all;
        }
        return new Key(bytes.toByteArray());
    }

    private Object decode(Key key) throws IOException, ClassNotFoundException {
        int length = key.bytes().length - prefix.length;
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(key.bytes(), prefix.length, length))) {
            in.setObjectInputFilter(
                    info -> (info.serialClass() != null && info.serialClass().isEnum())
                            ? ObjectInputFilter.Status.ALLOWED
                            : KNOWN.checkInput(info));
            return in.readObject();
        }
    }
}
