/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class SpringBootVersionFilterTests {

    private static final String[] NAMES = {
        "dev.tuned.cache.autoconfigure.Own",
        null,
        "com.example.Other",
        "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration"
    };

    @Test
    void anotherSpringBootIsLeftAsItIs(CapturedOutput output) {
        assertThat(match("3.5.7")).containsExactly(false, true, true, false);
        assertThat(output).contains("tuned cache: nothing is changed, because this is Spring Boot 3.5.7");
    }

    @Test
    void springBoot4IsServed(CapturedOutput output) {
        assertThat(match("4.1.2")).containsExactly(true, true, true, true);
        assertThat(output).doesNotContain("tuned cache");
    }

    private static boolean[] match(String version) {
        return new SpringBootVersionFilter(version).match(NAMES, null);
    }
}
