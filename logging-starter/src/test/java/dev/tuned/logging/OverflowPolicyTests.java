/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** With an output that stalls while there is still room for what is important: an eighth of the queue. */
class OverflowPolicyTests {

    /** Lines of 104 bytes, with their length, that fill seven eighths of 8 KB. */
    private static final int NEARLY_FULL = 69;

    private final ConfiguredContext context = new ConfiguredContext("");
    private final HeldStream stream = new HeldStream().hold();
    private final OutputStreamAppender<ILoggingEvent> behind = stream.appender(context);
    private final Logger logger = context.getLogger("a");
    private TunedAsyncAppender appender;

    @AfterEach
    void stop() {
        stream.letGo();
        context.close();
    }

    @Test
    void whileItStallsWarningsAndErrorsAreTakenAndWhatIsBelowIsDeniedUntilItGoesOn() {
        stall("block");
        logger.info("the last one to be taken");
        logger.info("denied");
        logger.debug("denied");
        logger.debug("denied");
        logger.trace("denied");
        logger.warn("a warning");
        logger.error("an error");
        AppenderStatistics stalled = isExact();
        assertThat(stalled.deniedBy()).isEqualTo(Map.of(Level.INFO, 1L, Level.DEBUG, 2L, Level.TRACE, 1L));
        assertThat(stalled.droppedBy()).isEqualTo(Map.of(DropReason.DENIED, 4L));
        assertThat(stalled.queued()).isEqualTo(NEARLY_FULL + 3);
        assertThat(behind.getCopyOfAttachedFiltersList()).hasSize(1);
        stream.letGo();
        await().until(() -> behind.getCopyOfAttachedFiltersList().isEmpty());
        logger.trace("taken again");
        assertThat(appender.flush()).isTrue();
        assertThat(stream.lines())
                .containsSubsequence("68", "the last one to be taken", "a warning", "an error", "taken again")
                .doesNotContain("denied");
        await().until(() -> stream.lines().stream()
                .anyMatch(line -> line.matches("tuned logging: STREAM: 4 lines were not written between \\S+Z and "
                        + "\\S+Z: 1 TRACE, 2 DEBUG, 1 INFO \\(below WARN while the output stalled\\)")));
        assertThat(appender.statistics().failing()).isFalse();
        isExact();
    }

    @Test
    void whatAFilterOfTheUsersAcceptsIsNotDenied() {
        behind.addFilter(new Filter<>() {
            @Override
            public FilterReply decide(ILoggingEvent event) {
                return event.getMessage().equals("accepted") ? FilterReply.ACCEPT : FilterReply.NEUTRAL;
            }
        });
        stall("block");
        logger.info("the last one to be taken");
        logger.info("denied");
        logger.info("accepted");
        assertThat(isExact().deniedBy()).isEqualTo(Map.of(Level.INFO, 1L));
        stream.letGo();
        assertThat(appender.flush()).isTrue();
        assertThat(stream.lines()).contains("accepted").doesNotContain("denied");
    }

    @Test
    void blockForeverDeniesNothingAndWaitsForAsLongAsItStalls() throws Exception {
        stall("block-forever");
        Thread caller = new Thread(() -> IntStream.range(0, 50).forEach(i -> logger.debug("audited {}", i)));
        caller.start();
        HeldStream.awaitWaiting(caller);
        assertThat(behind.getCopyOfAttachedFiltersList()).isEmpty();
        stream.letGo();
        caller.join();
        assertThat(appender.flush()).isTrue();
        assertThat(stream.lines())
                .hasSize(NEARLY_FULL + 50)
                .endsWith(List.of("audited 48", "audited 49").toArray(String[]::new));
        assertThat(appender.statistics().dropped()).isZero();
        isExact();
    }

    /** A stall is noticed by who asks, as a caller does whose line finds the queue nearly full. */
    private void stall(String overflow) {
        appender = HeldStream.tuned(context, behind, "8KB", overflow);
        appender.start();
        context.getLogger("ROOT").setLevel(Level.TRACE);
        IntStream.range(0, NEARLY_FULL).forEach(i -> logger.info("{}", i));
        stream.awaitHeld();
        await().until(() -> appender.statistics().failing());
        assertThat(appender.statistics().dropped()).isZero();
    }

    private AppenderStatistics isExact() {
        AppenderStatistics now = appender.statistics();
        assertThat(now.accepted()).isEqualTo(now.written() + now.dropped() + now.queued());
        return now;
    }
}
