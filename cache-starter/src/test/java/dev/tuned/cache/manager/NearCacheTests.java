/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.NearCache;
import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class NearCacheTests {

    private static final Product PRODUCT = new Product("1", 1);

    private final FakeStore store = new FakeStore();
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final TunedCacheManager manager = manager(null);
    private final NearCache<Product> cache = manager.nearCache("products", Product.class);
    private final AtomicInteger loads = new AtomicInteger();

    private TunedCacheManager manager(@Nullable JavaType declared) {
        return ManagerBuilder.of(name -> Settings.plain(), name -> declared, mapper)
                .store(Settings.monitored(store), "cache")
                .build();
    }

    /** As another process would see the same L2. */
    private NearCache<Product> elsewhere() {
        return manager(null).nearCache("products", Product.class);
    }

    private Product load(String key) {
        loads.incrementAndGet();
        return new Product(key, 1);
    }

    @Test
    void typedAccessAloneGivesARegionItsL2() {
        cache.put("1", PRODUCT);
        assertThat(manager.getCache("products").region().isRemote()).isTrue();
        assertThat(elsewhere().get("1")).isEqualTo(PRODUCT);
    }

    @Test
    void typeWithArgumentsComesBackWhole() {
        ParameterizedTypeReference<List<Product>> type = new ParameterizedTypeReference<>() {};
        manager.nearCache("lists", type).put("1", List.of(PRODUCT));
        assertThat(manager(null).nearCache("lists", type).get("1")).containsExactly(PRODUCT);
    }

    @Test
    void typeThatJsonCannotGiveBackIsKeptInL1Only() {
        NearCache<List<Object>> raw = manager.nearCache("raw", new ParameterizedTypeReference<List<Object>>() {});
        raw.put("1", List.of(PRODUCT));
        assertThat(raw.get("1")).containsExactly(PRODUCT);
        assertThat(manager.getCache("raw").region().isRemote()).isFalse();
    }

    @Test
    void bothFacesShareTheirEntries() {
        manager.getCache("products").put("1", PRODUCT);
        assertThat(cache.get("1")).isSameAs(PRODUCT);
        cache.evict("1");
        assertThat(manager.getCache("products").get("1")).isNull();
        assertThat(manager.getCacheNames()).containsExactly("products");
    }

    @Test
    void anotherTypeThanTheDeclaredOneIsRefusedByName() {
        TunedCacheManager declared = manager(mapper.constructType(String.class));
        assertThatIllegalStateException()
                .isThrownBy(() -> declared.nearCache("products", Product.class))
                .withMessageContainingAll(
                        "tuned.cache.regions.products.value-type", "java.lang.String", Product.class.getName());
        assertThatIllegalStateException()
                .isThrownBy(() -> manager.nearCache("products", String.class))
                .withMessageContaining("tuned.cache.regions.products.value-type");
        assertThat(declared.nearCache("products", String.class)).isNotNull();
    }

    @Test
    void readWithoutALoaderTellsNothingFromAKeptNull() {
        assertThat(cache.get("1")).isNull();
        cache.put("1", null);
        assertThat(cache.get("1")).isNull();
        assertThat(cache.getOrLoad("1", this::load)).isNull();
        assertThat(loads).hasValue(0);
    }

    @Test
    void loaderIsAskedOnceAndItsOwnExceptionComesThrough() {
        assertThat(cache.getOrLoad("1", this::load)).isEqualTo(PRODUCT);
        assertThat(cache.getOrLoad("1", this::load)).isEqualTo(PRODUCT);
        assertThat(loads).hasValue(1);
        IllegalArgumentException failure = new IllegalArgumentException("no source");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> cache.getOrLoad("2", key -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }

    @Test
    void manyKeysAreFoundInTheirOrderAndWithoutThoseThatHaveNone() {
        elsewhere().put("3", new Product("3", 3));
        cache.put("1", PRODUCT);
        cache.put("2", null);
        assertThat(cache.getAll(List.of("3", "2", "1", "0")).entrySet())
                .containsExactly(Map.entry("3", new Product("3", 3)), Map.entry("1", PRODUCT));
    }

    @Test
    void manyKeysLoadWhatIsMissingInOneCall() {
        cache.put("1", PRODUCT);
        Map<String, Product> found = cache.getAllOrLoad(List.of("2", "1", "3"), missing -> {
            loads.incrementAndGet();
            assertThat(missing).isEqualTo(Set.of("2", "3"));
            return Map.of("2", new Product("2", 1));
        });
        assertThat(found).containsOnlyKeys("2", "1");
        assertThat(found.keySet()).containsExactly("2", "1");
        assertThat(cache.getAllOrLoad(List.of("2", "3"), missing -> Map.of())).containsOnlyKeys("2");
        assertThat(loads).hasValue(1);
    }
}
