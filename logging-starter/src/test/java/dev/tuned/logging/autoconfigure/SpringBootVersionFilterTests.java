/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.BasicConfigurator;
import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class SpringBootVersionFilterTests {

    private static final String[] NAMES = {"dev.tuned.logging.autoconfigure.Own", null, "com.example.Other"};

    /** Whatever another test has left. */
    @BeforeEach
    void logToTheConsole() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        BasicConfigurator configurator = new BasicConfigurator();
        configurator.setContext(context);
        configurator.configure(context);
    }

    @Test
    void anotherSpringBootIsLeftAsItIsAndThatIsSaidOnce(CapturedOutput output) {
        SpringBootVersionFilter filter = new SpringBootVersionFilter("3.5.7");
        assertThat(filter.match(NAMES, null)).containsExactly(false, true, true);
        assertThat(output).contains("tuned logging: nothing is changed, because this is Spring Boot 3.5.7");
        assertThat(filter.match(NAMES, null)[0]).isFalse();
        assertThat(output.toString().split("tuned logging:", -1)).hasSize(2);
    }

    @Test
    void springBoot4IsServed(CapturedOutput output) {
        assertThat(new SpringBootVersionFilter("4.1.2").match(NAMES, null)).containsExactly(true, true, true);
        assertThat(output).doesNotContain("tuned logging");
    }
}
