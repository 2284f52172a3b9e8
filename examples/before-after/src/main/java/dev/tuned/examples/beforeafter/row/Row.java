/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;

/**
 * A situation that no property of Spring Boot passes, or not as well. It is played in columns, several times in each; the
 * columns play side by side, each on a thread of its own.
 */
public interface Row {

    /** Its name on the command line. */
    String name();

    /** The starter that it is about. */
    String starter();

    /** What that starter gives, in some words. */
    String title();

    /** What comes, in a sentence. */
    String sentence();

    /** Whether it belongs to the default run. */
    default boolean isStandard() {
        return true;
    }

    /** The columns: stock, the best that a property does, and tuned. */
    List<Column> columns(Columns columns);

    /**
     * Plays it once.
     *
     * @param service the instances of a column; they serve the next time, too, unless they have ended: one that does not
     *     answer any more is to be killed
     * @param counts takes what is counted, the same counts in each column
     * @throws IOException if it cannot be played; what a service does wrong is counted
     */
    void play(Instances service, Counts counts) throws IOException, InterruptedException;

    /** What is claimed of tuned; each condition has to hold each time. */
    List<Condition> conditions();

    /** What a picture shows of it. */
    Headline headline();
}
