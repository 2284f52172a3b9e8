/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.nio.file.Path;

/** A way to write the same lines to a file, or to standard output, which is a file, too. Each runs in a JVM of its own. */
enum Peer {
    OFF("logging off"),
    SYNC("synchronous, a flush per event"),
    S2_BEFORE("S2 before"),
    S2_AFTER("S2 after, as printed"),
    S2_AFTER_FIXED("S2 after, without `%method`"),
    LOGSTASH("logstash disruptor appender"),
    LOG4J("Log4j 2 async loggers"),
    /** Prints what {@link #SYNC} does. */
    TUNED("tuned"),

    SYNC_CONSOLE("synchronous, console"),
    TUNED_CONSOLE("tuned, console"),
    SYNC_TWO("synchronous, console and file"),
    TUNED_TWO("tuned, console and file"),
    BOOT_ONE("Boot's own file"),
    BOOT_TWO("Boot's own console and file"),
    BOOT_TUNED_ONE("Boot's own file, with the starter"),
    BOOT_TUNED_TWO("Boot's own console and file, with the starter"),
    BOOT_JSON("Boot's own file as JSON (ECS)"),
    BOOT_TUNED_JSON("Boot's own file as JSON (ECS), with the starter");

    private final String label;

    Peer(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Whether what it logs goes to standard output alone. */
    boolean isConsole() {
        return this == SYNC_CONSOLE || this == TUNED_CONSOLE;
    }

    Target open(Path file) {
        return switch (this) {
            case LOG4J -> new Log4jTarget(file);
            case BOOT_ONE, BOOT_TWO, BOOT_TUNED_ONE, BOOT_TUNED_TWO, BOOT_JSON, BOOT_TUNED_JSON ->
                BootTarget.open(this, file);
            default -> LogbackTarget.open(this, file);
        };
    }
}
