/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueWrapper;
import org.springframework.core.ParameterizedTypeReference;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Callers that change what they got. */
@ParameterizedClass
@EnumSource(TestRegions.class)
class CopyOnReadTests {

    private static final ParameterizedTypeReference<List<String>> NAMES = new ParameterizedTypeReference<>() {};

    private final TestRegions.Parts parts = new TestRegions.Parts();
    private final TestRegions regions;

    CopyOnReadTests(TestRegions regions) {
        this.regions = regions;
    }

    @BeforeEach
    void copy() {
        parts.type = null;
        parts.settings = plain -> new RegionSettings(
                plain.name(),
                plain.local(),
                plain.remote(),
                plain.staleIfError(),
                plain.negativeTtl(),
                plain.valueType(),
                plain.schemaVersion(),
                true,
                plain.singleFlight());
    }

    private static List<String> names() {
        return new ArrayList<>(List.of("one"));
    }

    /** Gives what was read to somebody who changes it. */
    @SuppressWarnings("unchecked")
    private static void change(Object read) {
        ((List<String>) ((read instanceof ValueWrapper wrapper) ? requireNonNull(wrapper.get()) : read)).clear();
    }

    @Test
    void changeOfWhatSpringsCacheGaveIsSeenByNobodyElse() {
        NearCacheManager manager = regions.manager(parts);
        NearCache<List<String>> typed = manager.nearCache("names", NAMES);
        Cache cache = manager.getCache("names");
        List<String> mine = names();
        cache.put("1", mine);
        change(mine);
        change(requireNonNull(cache.get("1")));
        change(requireNonNull(cache.get("1", List.class)));
        change(requireNonNull(requireNonNull(cache.retrieve("1")).join()));
        change(cache.retrieve("1", CompletableFuture::new).join());
        List<String> kept = requireNonNull(cache.get("1", CopyOnReadTests::names));
        change(kept);
        change(requireNonNull(cache.get("2", CopyOnReadTests::names)));
        change(cache.retrieve("3", () -> CompletableFuture.completedFuture(names()))
                .join());
        change(requireNonNull(cache.putIfAbsent("1", names())));
        List<String> absent = names();
        cache.putIfAbsent("4", absent);
        change(absent);
        assertThat(typed.get("4")).containsExactly("one");
        assertThat(typed.get("1")).containsExactly("one");
        assertThat(typed.get("2")).containsExactly("one");
        assertThat(typed.get("3")).containsExactly("one");
    }

    @Test
    void changeOfWhatTheTypedCacheGaveIsSeenByNobodyElse() {
        NearCache<List<String>> cache = regions.manager(parts).nearCache("names", NAMES);
        List<String> mine = names();
        cache.put("1", mine);
        change(mine);
        change(requireNonNull(cache.get("1")));
        change(requireNonNull(cache.getOrLoad("1", key -> names())));
        change(requireNonNull(cache.getOrLoad("2", key -> names())));
        change(requireNonNull(cache.getAll(List.of("1")).get("1")));
        Map<String, List<String>> loaded = cache.getAllOrLoad(List.of("1", "3"), missing -> Map.of("3", names()));
        loaded.values().forEach(CopyOnReadTests::change);
        assertThat(cache.getAll(List.of("1", "2", "3"))).isEqualTo(Map.of("1", names(), "2", names(), "3", names()));
    }

    @Test
    void withoutItAllCallersShareOneObject() {
        parts.settings = plain -> plain;
        NearCache<List<String>> cache = regions.manager(parts).nearCache("names", NAMES);
        List<String> mine = names();
        cache.put("1", mine);
        assertThat(cache.get("1")).isSameAs(mine).isSameAs(cache.getOrLoad("1", key -> names()));
    }

    @Test
    void regionWithoutATypeFailsAtItsFirstValueAndNamesTheProperty() {
        Cache cache = regions.manager(parts).getCache("names");
        assertThatIllegalStateException()
                .isThrownBy(() -> cache.put("1", names()))
                .withMessageContaining("copy-on-read")
                .withMessageContaining("tuned.cache.regions.names.value-type");
        assertThatIllegalStateException()
                .isThrownBy(() -> cache.get("1", CopyOnReadTests::names))
                .withMessageContaining("tuned.cache.regions.names.value-type");
    }

    @Test
    void valueThatJsonCannotGiveBackFailsAndNamesTheProperty() {
        parts.type = TestRegions.MAPPER.constructType(String.class);
        Cache cache = regions.manager(parts).getCache("names");
        assertThatIllegalStateException()
                .isThrownBy(() -> cache.put("1", new StringBuilder("one")))
                .withMessageContaining("tuned.cache.regions.names.copy-on-read")
                .withMessageContaining("java.lang.StringBuilder");
    }

    @Test
    void nullNeedsNoType() {
        Cache cache = regions.manager(parts).getCache("names");
        cache.put("1", null);
        assertThat(requireNonNull(cache.get("1")).get()).isNull();
    }
}
