/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.logging;

import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

import dev.tuned.examples.dropin.DropIn;

@Tag("thorough")
class LoggingIT {

    @TestFactory
    Stream<DynamicNode> cases() {
        return DropIn.cases(getClass());
    }
}
