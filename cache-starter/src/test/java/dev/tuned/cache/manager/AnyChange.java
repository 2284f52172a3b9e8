/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.function.Consumer;

import dev.tuned.cache.Product;

/** The ways in which a key changes; after each, nothing from before may be served. */
enum AnyChange {
    PUT(AnyChange::put),
    EVICT(region -> region.evict("1")),
    CLEAR(RegionUnderTest::clear),
    INVALIDATED(region -> region.invalidated("1")),
    INVALIDATED_ALL(RegionUnderTest::invalidatedAll);

    static final Product NEW = new Product("1", 99);

    private final Consumer<RegionUnderTest> change;

    AnyChange(Consumer<RegionUnderTest> change) {
        this.change = change;
    }

    private static void put(RegionUnderTest region) {
        region.put("1", NEW);
    }

    void make(TestRegion node) {
        if (this == INVALIDATED || this == INVALIDATED_ALL) {
            node.putElsewhere("1", NEW);
        }
        change.accept(node.region);
    }

    /** Whether the key has a value afterwards. */
    boolean leavesAValue() {
        return this == PUT || this == INVALIDATED || this == INVALIDATED_ALL;
    }
}
