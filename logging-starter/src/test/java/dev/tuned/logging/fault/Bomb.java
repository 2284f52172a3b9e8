/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;

/** Goes off at four of a hundred events, each time in another way; in the place where a Logback file puts it. */
final class Bomb {

    private Bomb() {}

    static void handle(ILoggingEvent event) {
        Object[] arguments = event.getArgumentArray();
        if (arguments != null && arguments.length == 2 && arguments[1] instanceof Integer number) {
            switch (number % 100) {
                case 1 -> throw new IllegalStateException("bomb");
                case 2 -> throw new NoClassDefFoundError("bomb");
                case 3 -> allocateWithoutEnd();
                case 10 -> recurseWithoutEnd(number);
                default -> {}
            }
        }
    }

    /** How many of the lines up to this one, a multiple of 100, it costs. */
    static int victims(int lines) {
        return lines / 100 * 4;
    }

    private static void allocateWithoutEnd() {
        long[][] all = new long[64][];
        for (int i = 0; i < all.length; i++) {
            all[i] = new long[1 << 27];
        }
    }

    private static int recurseWithoutEnd(int depth) {
        return recurseWithoutEnd(depth + 1) + 1;
    }

    /** In the appender. */
    public static final class Appender extends FileAppender<ILoggingEvent> {

        @Override
        public void doAppend(ILoggingEvent event) {
            handle(event);
            super.doAppend(event);
        }
    }

    /** In an encoder. */
    public static final class Encoder extends PatternLayoutEncoder {

        @Override
        public byte[] encode(ILoggingEvent event) {
            handle(event);
            return super.encode(event);
        }
    }

    /** In a word of a pattern, after the line has been begun. */
    public static final class Converter extends ClassicConverter {

        @Override
        public String convert(ILoggingEvent event) {
            handle(event);
            return "";
        }
    }
}
