/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

import dev.tuned.examples.dropin.DropIn;

@Tag("thorough")
class CacheIT {

    @TestFactory
    Stream<DynamicNode> cases() {
        return DropIn.cases(getClass());
    }
}
