/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.L2UnavailableException;
import dev.tuned.cache.NearCache;
import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.region.Loader;
import dev.tuned.cache.region.Region;
import dev.tuned.cache.remote.LookupResult;

import static java.util.Objects.requireNonNull;

/** One region by its values' type, which its creator has checked. Thread-safe. */
@SuppressWarnings("unchecked")
final class TypedRegion<V> implements NearCache<V> {

    private final Region region;
    private final ReadPolicy policy;

    TypedRegion(Region region) {
        this.region = region;
        this.policy = ReadPolicy.ofNearCache(region.settings());
    }

    @Override
    public @Nullable V get(Object key) {
        Entry entry = region.hit(requireNonNull(key), policy);
        return (V) ((entry != null) ? entry.value() : known(region.find(key, null, policy)));
    }

    private @Nullable Object known(LookupResult result) {
        if (result.isUnavailable()) {
            throw new L2UnavailableException(region.name(), null);
        }
        return result.value();
    }

    @Override
    public <K> @Nullable V getOrLoad(K key, Function<? super K, ? extends @Nullable V> loader) {
        Entry entry = region.hit(requireNonNull(key), policy);
        return (V) ((entry != null) ? entry.value() : region.load(key, Loader.of(loader), policy));
    }

    @Override
    public <K> Map<K, V> getAll(Collection<? extends K> keys) {
        Map<K, V> found = new LinkedHashMap<>();
        region.<K>findAll(keys, policy).forEach((key, result) -> add(found, key, known(result)));
        return found;
    }

    @Override
    public <K> Map<K, V> getAllOrLoad(
            Collection<? extends K> keys, Function<? super Set<K>, ? extends Map<K, V>> loader) {
        Map<K, V> found = new LinkedHashMap<>();
        region.loadAll(keys, Loader.<K>ofAll(loader), policy).forEach((key, value) -> add(found, key, value));
        return found;
    }

    private <K> void add(Map<K, V> found, K key, @Nullable Object value) {
        if (value != null) {
            found.put(key, (V) value);
        }
    }

    @Override
    public void put(Object key, @Nullable V value) {
        region.writer().put(requireNonNull(key), value);
    }

    @Override
    public void evict(Object key) {
        region.writer().evict(requireNonNull(key));
    }

    @Override
    public void clear() {
        region.writer().clear();
    }
}
