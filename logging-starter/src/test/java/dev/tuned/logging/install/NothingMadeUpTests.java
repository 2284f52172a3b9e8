/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.logging.ConfiguredContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Components of the application's see what it logs, once and in order, and nothing else. */
class NothingMadeUpTests {

    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    @BeforeEach
    void clear() {
        SEEN.clear();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<encoder class='dev.tuned.logging.install.NothingMadeUpTests$OwnEncoder'/>",
                "<encoder><pattern>%own %msg%n</pattern></encoder>",
                "<encoder><pattern>%replace(%own){'a', 'b'} %msg%n</pattern></encoder>",
                "<filter class='dev.tuned.logging.install.NothingMadeUpTests$OwnFilter'/>"
                        + "<encoder><pattern>%d %-5level %msg%n%ex</pattern></encoder>"
            })
    void whatTheApplicationLogsIsAllTheySee(String inside) throws Exception {
        try (ConfiguredContext context = new ConfiguredContext(xml(inside))) {
            context.install();
            assertThat(SEEN).isEmpty();
            context.getLogger("a").info("one");
            context.getLogger("a").error("two", new IllegalStateException("with an exception"));
            context.getLogger("a").warn("three");
            context.stop();
        }
        assertThat(SEEN).containsExactly("INFO one", "ERROR two", "WARN three");
        assertThat(Files.readString(directory.resolve("log"))).contains("one", "two", "three");
    }

    /** Nobody knows what it prints: it gets what Logback would give it. */
    @Test
    void anEncoderOfTheirOwnFindsTheCaller() throws Exception {
        try (ConfiguredContext context = new ConfiguredContext(
                xml("<encoder class='dev.tuned.logging.install.NothingMadeUpTests$CallerOfWarnings'/>"))) {
            context.install();
            context.getLogger("a").info("one");
            context.getLogger("a").warn("two");
            context.stop();
        }
        assertThat(Files.readString(directory.resolve("log"))).isEqualTo("anEncoderOfTheirOwnFindsTheCaller");
    }

    @Test
    void whatAnEncoderThrowsIsTheCallersAsInLogback() throws Exception {
        try (ConfiguredContext context =
                new ConfiguredContext(xml("<encoder class='dev.tuned.logging.install.NothingMadeUpTests$Failing'/>"))) {
            InstalledLogging installed = context.install();
            assertThatThrownBy(() -> context.getLogger("a").info("error")).isInstanceOf(StackOverflowError.class);
            context.getLogger("a").info("exception");
            context.getLogger("a").info("fine");
            assertThat(installed.flushAppenders()).isTrue();
            assertThat(installed.statistics().get(0).accepted()).isEqualTo(1);
            // As Logback words it.
            assertThat(context.getStatusManager().getCopyOfStatusList())
                    .anyMatch(status -> status.getMessage().equals("Appender [FILE] failed to append."));
            context.stop();
        }
        assertThat(Files.readString(directory.resolve("log"))).isEqualTo("fine");
    }

    private String xml(String inside) {
        return "<conversionRule conversionWord='own' class='" + OwnConverter.class.getName() + "'/>"
                + "<appender name='FILE' class='ch.qos.logback.core.FileAppender'><file>"
                + directory.resolve("log") + "</file>" + inside
                + "</appender><root level='INFO'><appender-ref ref='FILE'/></root>";
    }

    private static void see(ILoggingEvent event) {
        SEEN.add(event.getLevel() + " " + event.getFormattedMessage());
    }

    public static class OwnEncoder extends EncoderBase<ILoggingEvent> {

        @Override
        public byte[] headerBytes() {
            return new byte[0];
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            see(event);
            return (event.getFormattedMessage() + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] footerBytes() {
            return new byte[0];
        }
    }

    public static final class CallerOfWarnings extends OwnEncoder {

        @Override
        public byte[] encode(ILoggingEvent event) {
            String caller = event.getFormattedMessage().equals("two") ? event.getCallerData()[0].getMethodName() : "";
            return caller.getBytes(StandardCharsets.UTF_8);
        }
    }

    public static final class Failing extends OwnEncoder {

        @Override
        public byte[] encode(ILoggingEvent event) {
            return switch (event.getMessage()) {
                case "error" -> throw new StackOverflowError("broken");
                case "exception" -> throw new IllegalStateException("broken");
                default -> event.getMessage().getBytes(StandardCharsets.UTF_8);
            };
        }
    }

    public static final class OwnConverter extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            see(event);
            return "own";
        }
    }

    public static final class OwnFilter extends Filter<ILoggingEvent> {

        @Override
        public FilterReply decide(ILoggingEvent event) {
            see(event);
            return FilterReply.NEUTRAL;
        }
    }
}
