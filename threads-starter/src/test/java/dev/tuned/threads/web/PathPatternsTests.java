/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PathPatternsTests {

    @ParameterizedTest
    @CsvSource(textBlock = """
            /actuator/health/**, /actuator/health,                  true
            /actuator/health/**, /actuator/health/,                 true
            /actuator/health/**, /actuator/health/liveness,         true
            /actuator/health/**, /actuator/health/a/b,              true
            /actuator/health/**, /actuator/health/.well-known,      true
            /actuator/health/**, /actuator/healthy,                 false
            /actuator/health/**, /actuator,                         false
            /actuator/health/**, /Actuator/Health,                  false
            /livez,              /livez,                            true
            /livez,              /livez/,                           false
            /livez,              /livez2,                           false
            /livez,              /live,                             false
            /jobs/*/state,       /jobs/7/state,                     true
            /jobs/*/state,       /jobs/7/8/state,                   false
            /jobs/*,             /jobs/7,                           true
            /*/state/**,         /a/state/b,                        true
            /,                   /,                                 true
            /,                   /x,                                false
            /**,                 /anything/at/all,                  true
            """)
    void aPathMatches(String pattern, String path, boolean matches) {
        PathPatterns paths = new PathPatterns(List.of("/never", pattern));
        assertThat(paths.match(path, 0)).isEqualTo(matches);
        assertThat(paths.match("/shop" + path, 5)).isEqualTo(matches);
        assertThat(paths.match("/shop" + path, 0)).isEqualTo(matches && pattern.equals("/**"));
    }

    @Test
    void whatTomcatHasDecodedMatchesHoweverItIsSpelled() {
        PathPatterns paths = new PathPatterns(List.of("/reports/**"));
        assertThat(paths.match("/shop/reports/Q1 2026", 5)).isTrue();
        assertThat(paths.match("/shop/reports/Müller", 5)).isTrue();
        assertThat(paths.match("/shop/report", 5)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "livez", "/**/a", "/a*", "/a/{id}", "/a?", "/%61", "/a;b", "/a//b", "/a/./b", "/é"})
    void aPatternThatCanNotMatchIsRefused(String pattern) {
        assertThat(PathPatterns.errorIn(pattern)).isNotBlank();
    }
}
