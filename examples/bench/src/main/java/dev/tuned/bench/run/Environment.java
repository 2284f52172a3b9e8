/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import dev.tuned.bench.statistics.Metric;

/** The systems that services use while they run, such as a database. */
public interface Environment {

    /** An environment without systems. */
    Environment NONE = new Environment() {};

    /**
     * Prepares for a service that is about to start.
     *
     * @param service its name, which no other has
     * @return the arguments that lead it to what was prepared for it
     */
    default List<String> argumentsFor(String service) throws IOException, InterruptedException {
        return List.of();
    }

    /** The calls of this service to its environment so far; reported per request. */
    default Map<Metric, Long> countsOf(String service) throws IOException, InterruptedException {
        return Map.of();
    }
}
