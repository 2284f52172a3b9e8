/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.lang.reflect.Method;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class OtherWorkloadTests {

    static Method[] methods() {
        return Workload.class.getMethods();
    }

    /** One that is not overridden would be the interface's default, whatever the other workload does. */
    @ParameterizedTest
    @MethodSource("methods")
    void everythingIsPassedOn(Method method) throws Exception {
        assertThat(OtherWorkload.class
                        .getMethod(method.getName(), method.getParameterTypes())
                        .getDeclaringClass())
                .isEqualTo(OtherWorkload.class);
    }
}
