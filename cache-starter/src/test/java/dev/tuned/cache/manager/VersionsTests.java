/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;

import static org.assertj.core.api.Assertions.assertThat;

/** A load is void if its own key was changed meanwhile, and only then. */
class VersionsTests {

    private static final Product PRODUCT = new Product("1", 1);
    private static final int KEYS = 20;
    private static final int WRITES = 2_000;

    private final TestRegion node = new TestRegion(new TestRegion.Store(), Settings.plain());
    private final RegionUnderTest region = node.region;
    private int loads;

    @AfterEach
    void stop() {
        node.close();
    }

    enum Write {
        EVICT,
        PUT,
        PUT_IF_ABSENT,
        INVALIDATED;

        void make(RegionUnderTest region, Object key) {
            switch (this) {
                case EVICT -> region.evict(key);
                case PUT -> region.put(key, PRODUCT);
                case PUT_IF_ABSENT -> {
                    var unused = region.putIfAbsent(key, PRODUCT);
                }
                case INVALIDATED -> region.invalidated(key);
            }
        }
    }

    private void load(int key, IntConsumer meanwhile) throws Exception {
        region.load(key, () -> {
            loads++;
            meanwhile.accept(key);
            return PRODUCT;
        });
    }

    /** C15: 204 calls where 20 suffice. */
    @ParameterizedTest
    @EnumSource
    void writesToOtherKeysVoidNoLoad(Write write) throws Exception {
        for (int round = 0; round < 3; round++) {
            for (int key = 0; key < KEYS; key++) {
                load(key, own -> IntStream.range(KEYS, KEYS + WRITES).forEach(other -> write.make(region, other)));
            }
        }
        assertThat(loads).isEqualTo(KEYS);
        assertThat(node.inL1(0)).isEqualTo(PRODUCT);
    }

    @ParameterizedTest
    @EnumSource
    void writeToItsOwnKeyVoidsALoad(Write write) throws Exception {
        load(1, key -> {
            if (write != Write.PUT_IF_ABSENT) {
                write.make(region, key);
            } else {
                region.evict(key);
            }
        });
        if (write == Write.PUT) {
            assertThat(node.inL1(1)).isSameAs(PRODUCT);
        } else {
            assertThat(node.inL1(1)).isNull();
        }
    }

    @Test
    void keyThatIsForgottenBetweenTwoLoadsIsGuardedAgain() throws Exception {
        for (int i = 0; i < 5; i++) {
            load(1, region::evict);
            assertThat(node.inL1(1)).isNull();
            System.gc();
        }
    }
}
