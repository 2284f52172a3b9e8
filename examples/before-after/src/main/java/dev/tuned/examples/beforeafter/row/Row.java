/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;

import dev.tuned.bench.process.ServiceProcess;

/**
 * A situation that a property of Spring Boot does not pass, or not as well. It is played in columns, several times in
 * each; the columns play side by side, each on a thread of its own.
 */
public interface Row {

    /** Its name on the command line. */
    String name();

    /** What comes, in a sentence. */
    String sentence();

    /** The columns: stock, the best that a property does, and tuned. */
    List<Column> columns(Columns columns);

    /**
     * Plays it once.
     *
     * @param service the service of a column, which is ready; it serves the next time, too, unless it has ended: one that does not answer any
     *     more is to be killed
     * @param counts takes what is counted, the same counts in each column
     * @throws IOException if it cannot be played; what a service does wrong is counted
     */
    void play(ServiceProcess service, Counts counts) throws IOException, InterruptedException;

    /** Whether a column has two instances. */
    default boolean hasTwoInstances() {
        return false;
    }

    /** The same for two instances of a column. */
    default void play(ServiceProcess one, ServiceProcess other, RowRun.Starter starter, Counts counts)
            throws IOException, InterruptedException {
        play(one, counts);
    }

    /** What is claimed; each condition has to hold each time. */
    List<Condition> conditions();
}
