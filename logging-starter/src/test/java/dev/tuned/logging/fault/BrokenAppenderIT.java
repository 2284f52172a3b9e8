/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Something of the user's throws: an exception, an error, out of memory, out of stack. It does so before there are bytes, so as without
 * the starter: Logback reports an exception in its status, and an error reaches the caller.
 */
class BrokenAppenderIT {

    private static final int LINES = 1000;

    @RegisterExtension
    static final FaultJvms JVMS = new FaultJvms("-Dfault.caller=CATCHING");

    @TempDir
    Path directory;

    @EachJdk
    void anAppenderThatThrowsLosesOnlyWhatItThrewAt(Jdk jdk) throws IOException {
        run(
                jdk,
                appender(
                        Bomb.Appender.class.getName(), encoder("ch.qos.logback.classic.encoder.PatternLayoutEncoder")));
    }

    @EachJdk
    void anEncoderThatThrowsLosesOnlyWhatItThrewAt(Jdk jdk) throws IOException {
        run(jdk, appender("ch.qos.logback.core.FileAppender", encoder(Bomb.Encoder.class.getName())));
    }

    @EachJdk
    void aPatternThatThrowsLosesOnlyWhatItThrewAtAndLeavesNoBeginningOfALine(Jdk jdk) throws IOException {
        String word = "<conversionRule conversionWord=\"bomb\" class=\"" + Bomb.Converter.class.getName() + "\"/>";
        String pattern = Tally.PATTERN.replace("%msg", "%bomb%msg");
        run(
                jdk,
                word
                        + appender(
                                "ch.qos.logback.core.FileAppender",
                                "<encoder><pattern>" + pattern + "</pattern></encoder>"));
    }

    private void run(Jdk jdk, String behind) throws IOException {
        int lost = 4 * Bomb.victims(LINES);
        FaultJvm jvm = JVMS.plain(jdk, directory, "<queueSize>8KB</queueSize>", behind);
        jvm.tell("log " + LINES);
        jvm.tell("stop");
        Statistics statistics = new Statistics(jvm.tell("log 0"));
        Tally tally = new Tally(4).read(file());
        assertThat(tally.numbered()).isEqualTo(4 * LINES - lost);
        assertThat(tally.warnings()).isEqualTo(4 * LINES / 10 - lost / 4);
        assertThat(tally.lines()).isEqualTo(statistics.written());
        assertThat(statistics.dropped()).as(statistics.text()).isZero();
        assertThat(tally.notes()).isEmpty();
    }

    private String appender(String type, String encoder) {
        return "<appender name=\"BEHIND\" class=\"" + type + "\"><file>" + file() + "</file>" + encoder + "</appender>";
    }

    private static String encoder(String type) {
        return "<encoder class=\"" + type + "\"><pattern>" + Tally.PATTERN + "</pattern></encoder>";
    }

    private Path file() {
        return directory.resolve("app.log");
    }
}
