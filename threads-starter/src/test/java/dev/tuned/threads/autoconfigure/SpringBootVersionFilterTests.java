/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class SpringBootVersionFilterTests {

    private static final String[] NAMES = {"dev.tuned.threads.autoconfigure.Own", null, "com.example.Other"};

    @Test
    void anotherSpringBootIsLeftAsItIsAndThatIsSaidOnce(CapturedOutput output) {
        SpringBootVersionFilter filter = new SpringBootVersionFilter("3.5.7");
        assertThat(filter.match(NAMES, null)).containsExactly(false, true, true);
        assertThat(output).contains("tuned threads: nothing is changed, because this is Spring Boot 3.5.7");
        assertThat(filter.match(NAMES, null)[0]).isFalse();
        assertThat(output.toString().split("tuned threads:", -1)).hasSize(2);
    }

    @Test
    void springBoot4IsServed(CapturedOutput output) {
        assertThat(new SpringBootVersionFilter("4.1.2").match(NAMES, null)).containsExactly(true, true, true);
        assertThat(output).doesNotContain("tuned threads");
    }
}
