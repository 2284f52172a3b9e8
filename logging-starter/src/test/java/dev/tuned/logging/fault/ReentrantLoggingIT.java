/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Path;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** What logs is called while logging: an argument in the thread that logs, a word of the pattern in the writer's. */
class ReentrantLoggingIT {

    @TempDir
    Path directory;

    @EachJdk
    void allLinesAreWrittenTheInnerOnesToo(Jdk jdk) throws IOException {
        Path file = directory.resolve("app.log");
        String word = "<conversionRule conversionWord=\"talk\" class=\"" + Talkative.class.getName() + "\"/>";
        String behind = word + FaultJvm.file(file).replace("%msg", "%talk%msg");
        // With room for less than what one line brings along.
        try (FaultJvm jvm =
                FaultJvm.plain(jdk, directory, "<queueSize>1KB</queueSize>", behind, "-Dfault.caller=REENTRANT")) {
            jvm.tell("log 500");
            jvm.tell("stop");
            Statistics statistics = new Statistics(jvm.tell("log 0"));
            assertThat(jvm.exit()).isZero();
            Tally tally = new Tally(4).read(file);
            tally.isComplete(500);
            assertThat(tally.notes())
                    .filteredOn(note -> note.startsWith("formatted "))
                    .hasSize(4 * 500);
            assertThat(tally.notes()).filteredOn("encoded"::equals).hasSize(4 * 500);
            assertThat(statistics.dropped()).isZero();
            assertThat(tally.lines()).isEqualTo(statistics.written());
        }
    }

    /** Logs a line for each one of the load, while it is encoded. */
    public static final class Talkative extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            if (event.getMessage().startsWith("load ")) {
                LoggerFactory.getLogger("encoder").info("encoded");
            }
            return "";
        }
    }
}
