/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.Failures;

import static java.util.Objects.requireNonNull;

/** One region by its values' type, which its creator has made sure of. Thread-safe. */
@SuppressWarnings("unchecked")
final class TypedRegion<V> implements NearCache<V> {

    private final Region region;
    private final Copies copies;

    /** For reads of our own, which change nothing. */
    TypedRegion(Region region) {
        this(region, Copies.NONE);
    }

    TypedRegion(Region region, Copies copies) {
        this.region = region;
        this.copies = copies;
    }

    @Override
    public @Nullable V get(Object key) {
        Entry entry = region.hit(key);
        return (V) ((entry != null) ? copies.of(entry.value()) : copies.of(find(key)));
    }

    private @Nullable Object find(Object key) {
        return known(region.find(key));
    }

    private @Nullable Object known(Answer answer) {
        if (answer.isUnavailable()) {
            throw new L2UnavailableException(region.name(), null);
        }
        return answer.value();
    }

    @Override
    public <K> @Nullable V getOrLoad(K key, Function<? super K, ? extends @Nullable V> loader) {
        Entry entry = region.hit(key);
        return (V) copies.of((entry != null) ? entry.value() : load(key, loader));
    }

    /** Apart from the hit, which is not to pay for the lambda. */
    private <K> @Nullable Object load(K key, Function<? super K, ? extends @Nullable V> loader) {
        try {
            return region.load(key, () -> loader.apply(key));
        } catch (Throwable ex) {
            throw unchecked(Failures.cause(ex));
        }
    }

    @Override
    public <K> Map<K, V> getAll(Collection<? extends K> keys) {
        Map<K, V> found = new LinkedHashMap<>();
        region.getAll(keys).forEach((key, answer) -> add(found, key, known(answer)));
        return found;
    }

    @Override
    public <K> Map<K, V> getAllOrLoad(
            Collection<? extends K> keys, Function<? super Set<K>, ? extends Map<K, V>> loader) {
        Map<K, V> found = new LinkedHashMap<>();
        try {
            region.<K>getAllOrLoad(keys, loader::apply).forEach((key, value) -> add(found, key, value));
        } catch (Throwable ex) {
            throw unchecked(Failures.cause(ex));
        }
        return found;
    }

    private <K> void add(Map<K, V> found, K key, @Nullable Object value) {
        if (value != null) {
            found.put(key, (V) requireNonNull(copies.of(value)));
        }
    }

    @Override
    public void put(Object key, @Nullable V value) {
        region.put(key, copies.of(value));
    }

    @Override
    public void evict(Object key) {
        region.evict(key);
    }

    @Override
    public void clear() {
        region.clear();
    }

    /** A function declares nothing checked, but languages without checked exceptions throw them from one all the same. */
    private static <E extends Throwable> RuntimeException unchecked(Throwable failure) throws E {
        throw (E) failure;
    }
}
