/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.Arrays;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.logging.queue.LoggingSettings;

import static org.assertj.core.api.Assertions.assertThat;

class BatchOutputTests {

    private static final boolean LOGBACK_ASKS = Arrays.stream(Encoder.class.getMethods())
            .anyMatch(method -> method.getName().equals("isStateful"));

    /** Logback asks it from 1.6.4 on. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void saysWhetherTheUsersEncoderIsStateful(boolean stateful) throws Exception {
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setEncoder(new UsersEncoder(stateful));

        new BatchOutput(appender, batch -> {}, new LoggingSettings(), false, () -> {});

        Encoder<ILoggingEvent> replaced = appender.getEncoder();
        assertThat(replaced).isNotInstanceOf(UsersEncoder.class);
        assertThat(replaced.getClass().getMethod("isStateful").invoke(replaced)).isEqualTo(LOGBACK_ASKS && stateful);
    }

    /** Public, as encoders of applications are. */
    public static final class UsersEncoder extends EncoderBase<ILoggingEvent> {

        private final boolean stateful;

        UsersEncoder(boolean stateful) {
            this.stateful = stateful;
        }

        public boolean isStateful() {
            return stateful;
        }

        @Override
        public byte[] headerBytes() {
            return new byte[0];
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            return new byte[0];
        }

        @Override
        public byte[] footerBytes() {
            return new byte[0];
        }
    }
}
