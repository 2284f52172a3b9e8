/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ThrownWhileTakenTests {

    @Test
    void whatIsThrownWhileALineIsCopiedLeavesTheAccountRight() {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            OutputStreamAppender<ILoggingEvent> behind = new HeldStream().appender(context);
            TunedAsyncAppender appender = HeldStream.tuned(context, behind, "1KB", "block");
            appender.start();
            assertThatThrownBy(() -> behind.getOutputStream().write(new byte[10], 0, 20))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(appender.flush()).isTrue();
            assertThat(appender.statistics().queued()).isZero();
        }
    }
}
