/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class HotKeysTests {

    private static final int KEYS = 10_000;

    private final AtomicLong clock = new AtomicLong();

    @ParameterizedTest
    @ValueSource(longs = {500, 9_000, 100_000})
    void topOfAMillionZipfReadsIsFoundWhateverTheSizeOfL1(long maximumSize) {
        RegionCache cache = region(maximumSize);
        long[] reads = new long[KEYS];
        double[] cumulative = zipf();
        Random random = new Random(42);
        for (int i = 0; i < 1_000_000; i++) {
            // A tick in 10,000 reads: 200,000 a second, of which 1 in 40 is a sample.
            clock.set(i / 10_000);
            int key = draw(cumulative, random);
            reads[key]++;
            if (cache.get(key) == null) {
                cache.put(key, "value");
            }
        }
        List<Integer> truth = IntStream.range(0, KEYS)
                .boxed()
                .sorted((a, b) -> Long.compare(reads[b], reads[a]))
                .limit(10)
                .toList();
        List<HotKey> found = cache.hottestKeys(10);
        assertThat(found).hasSize(10);
        assertThat(found.stream().filter(hot -> truth.contains(hot.key())).count())
                .isGreaterThanOrEqualTo(8);
        assertThat(found.get(0).key()).isEqualTo(truth.get(0));
        // With this distribution one read in ten is for the first key.
        assertThat(found.get(0).share()).isBetween(0.05, 0.2);
    }

    @Test
    void lastReadsWeighMost() {
        HotKeys keys = new HotKeys();
        for (int i = 0; i < 160_000; i++) {
            keys.at(i);
            keys.hit((i < 100_000) ? "yesterday" : "today");
        }
        assertThat(keys.top(10)).extracting(HotKey::key).containsExactly("today", "yesterday");
    }

    @Test
    void keysThatComeOnceDoNotStayNorPileUp() {
        HotKeys keys = new HotKeys();
        for (int i = 0; i < 50_000; i++) {
            keys.at(i);
            keys.hit("once " + i);
            if (i % 20 == 0) {
                keys.hit("often");
            }
        }
        assertThat(keys.top(1)).extracting(HotKey::key).containsExactly("often");
        assertThat(keys.top(Integer.MAX_VALUE)).hasSizeLessThanOrEqualTo(1_000);
    }

    @Test
    void busyRegionPaysForAFewHitsInEachTickOnly() {
        HotKeys keys = new HotKeys();
        for (int i = 0; i < 1_000_000; i++) {
            keys.at(i / 500_000);
            keys.hit((i % 500_000 < 256) ? "first" : "later");
        }
        assertThat(keys.top(10)).extracting(HotKey::key).containsExactly("first");
    }

    @Test
    void nothingReadIsNothingHot() {
        assertThat(region(10).hottestKeys(10)).isEmpty();
    }

    private RegionCache region(long maximumSize) {
        RegionSettings settings = Settings.with(
                Settings.plain(),
                new RegionSettings.Local(maximumSize, Settings.plain().local().ttl(), 0, 0));
        return NearCacheManager.builder(
                        name -> settings, name -> null, JsonMapper.builder().build())
                .ticker(clock::get)
                .build()
                .getCache("products");
    }

    private static double[] zipf() {
        double[] cumulative = new double[KEYS];
        double sum = 0;
        for (int i = 0; i < KEYS; i++) {
            sum += 1.0 / (i + 1);
            cumulative[i] = sum;
        }
        return cumulative;
    }

    private static int draw(double[] cumulative, Random random) {
        int index = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[KEYS - 1]);
        return (index < 0) ? -index - 1 : index;
    }
}
