/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueWrapper;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** What Spring expects of the reads that give a future, on both levels. */
@ParameterizedClass
@EnumSource(TestRegions.class)
class AsyncCacheContractTests {

    private final TestRegions.Parts parts = new TestRegions.Parts();
    private final AtomicInteger loads = new AtomicInteger();
    private final TestRegions regions;
    private final Cache cache;

    AsyncCacheContractTests(TestRegions regions) {
        this.regions = regions;
        this.cache = regions.manager(parts).getCache("names");
    }

    private Supplier<CompletableFuture<@Nullable String>> loader(CompletableFuture<@Nullable String> result) {
        return () -> {
            loads.incrementAndGet();
            return result;
        };
    }

    @Test
    void absentKeyIsNoFutureWithoutL2AndAFutureOfNothingWithIt() {
        CompletableFuture<?> found = cache.retrieve("1");
        if (regions == TestRegions.L1_ONLY) {
            assertThat(found).isNull();
        } else {
            assertThat(requireNonNull(found).join()).isNull();
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "one")
    void valueComesInAWrapperSoThatANullCanBeTold(@Nullable String value) {
        cache.put("1", value);
        CompletableFuture<?> found = requireNonNull(cache.retrieve("1"));
        assertThat(found).isCompleted();
        assertThat(found.join())
                .isInstanceOfSatisfying(
                        ValueWrapper.class, wrapper -> assertThat(wrapper.get()).isEqualTo(value));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "loaded")
    void loadedValueIsKeptWhenItsFutureCompletes(@Nullable String value) {
        CompletableFuture<@Nullable String> source = new CompletableFuture<>();
        CompletableFuture<@Nullable String> result = cache.retrieve("1", loader(source));
        assertThat(result).isNotCompleted();
        source.complete(value);
        assertThat(result.join()).isEqualTo(value);
        assertThat(cache.retrieve("1", loader(source)).join()).isEqualTo(value);
        assertThat(requireNonNull(cache.get("1")).get()).isEqualTo(value);
        assertThat(loads).hasValue(1);
    }

    @Test
    void loaderIsNotCalledForAValueThatIsThere() {
        cache.put("1", "one");
        assertThat(cache.retrieve("1", loader(new CompletableFuture<>())).join())
                .isEqualTo("one");
        assertThat(loads).hasValue(0);
    }

    @Test
    void failedFutureFailsWithItsOwnExceptionAndIsNotKept() {
        IllegalStateException failure = new IllegalStateException("no source");
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> cache.retrieve("1", loader(CompletableFuture.failedFuture(failure)))
                        .get())
                .havingCause()
                .isSameAs(failure);
        assertThatIllegalStateException()
                .isThrownBy(() -> cache.<String>retrieve("1", () -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(cache.retrieve("1", loader(CompletableFuture.completedFuture("one")))
                        .join())
                .isEqualTo("one");
    }

    @Test
    void callerThatCancelsDoesNotCancelTheOthers() {
        CompletableFuture<@Nullable String> source = new CompletableFuture<>();
        CompletableFuture<@Nullable String> first = cache.retrieve("1", loader(source));
        CompletableFuture<@Nullable String> second = cache.retrieve("1", loader(source));
        await().until(() -> loads.get() == 1);
        first.cancel(true);
        source.complete("one");
        assertThat(second.join()).isEqualTo("one");
        assertThat(loads).hasValue(1);
    }

    @Test
    void valuePutWhileAFutureIsLoadingWins() {
        CompletableFuture<@Nullable String> source = new CompletableFuture<>();
        CompletableFuture<@Nullable String> result = cache.retrieve("1", loader(source));
        await().until(() -> loads.get() == 1);
        cache.put("1", "newer");
        source.complete("older");
        assertThat(result.join()).isEqualTo("older");
        assertThat(cache.get("1", String.class)).isEqualTo("newer");
    }
}
