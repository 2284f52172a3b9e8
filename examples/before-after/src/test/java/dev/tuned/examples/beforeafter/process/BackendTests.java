/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.process;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class BackendTests {

    @ParameterizedTest
    @ValueSource(strings = {"GET", "SET", "DELETE", "SUBDOC_MULTI_LOOKUP", "GET_AND_TOUCH"})
    void commandsOnDocumentsCount(String command) {
        assertThat(Backend.isOnDocuments(command)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET_CLUSTER_CONFIG", "HELLO", "SASL_AUTH", "NOOP", "SELECT_BUCKET", "GET_ERROR_MAP"})
    void commandsOfTheClientItselfDoNot(String command) {
        assertThat(Backend.isOnDocuments(command)).isFalse();
    }
}
