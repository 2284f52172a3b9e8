/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import jakarta.servlet.ServletResponseWrapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/** A wrapper that is renamed would be a silent reason to copy files. */
class ResponseUnwrapperTests {

    @SuppressWarnings("unused") // by the test's annotation
    private static final Iterable<String> WRAPPERS = ResponseUnwrapper.HARMLESS;

    @ParameterizedTest
    @FieldSource("WRAPPERS")
    void theKnownWrappersAreThere(String name) throws ClassNotFoundException {
        assumeFalse(
                name.startsWith("org.springframework.session."), "Spring Session is not among the tests' libraries");

        assertThat(ServletResponseWrapper.class)
                .isAssignableFrom(Class.forName(name, false, getClass().getClassLoader()));
    }
}
