/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.tuned.threads.plan.Plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class WebPropertiesTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max-concurrency | -1     | is negative
            max-wait        | -1s    | is not between 0 and 1 day
            max-wait        | 25h    | is not between 0 and 1 day
            reject-status   | 200    | is no status of an error
            reject-status   | 600    | is no status of an error
            retry-after     | -1s    | is not between 0 and 1 day
            routes[/a]      | 0      | is below 1
            exempt-paths    | livez  | does not begin with a slash
            exempt-paths    | /a*    | has a wildcard other than * for one segment and /** at the end
            exempt-paths    | /**/a  | has a wildcard other than * for one segment and /** at the end
            exempt-paths    | /{id}  | has a wildcard other than * for one segment and /** at the end
            exempt-paths    | /a/../b | has a percent-encoded character, a path parameter, dots, an empty segment or a character other than ASCII
            """)
    void aValueThatCannotBeUsedIsNamedWithItsReason(String name, String value, String reason) {
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(() -> Plans.bind(WebProperties.class, "tuned.threads.web." + name + "=" + value))
                .withMessageContaining(
                        "Property tuned.threads.web.%s with value '%s' is invalid: ", name, printed(value))
                .withMessageContaining(reason + ". Write ");
    }

    @Test
    void anEmptyValueIsTheDefault() throws Exception {
        WebProperties properties = Plans.bind(
                WebProperties.class,
                "tuned.threads.web.limit=",
                "tuned.threads.web.max-concurrency=",
                "tuned.threads.web.max-wait=",
                "tuned.threads.web.reject-status=");
        assertThat(properties.getLimit()).isEqualTo(WebProperties.Limit.FIXED);
        assertThat(properties.getMaxConcurrency()).isZero();
        assertThat(properties.getMaxWait()).hasMillis(250);
        assertThat(properties.getRejectStatus()).isEqualTo(503);
    }

    private static String printed(String value) {
        return switch (value) {
            case "-1s" -> "PT-1S";
            case "25h" -> "PT25H";
            default -> value;
        };
    }
}
