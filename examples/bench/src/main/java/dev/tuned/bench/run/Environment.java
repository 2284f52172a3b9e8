/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import dev.tuned.bench.statistics.Metric;

/** The systems that services use while they run, such as a database. */
public interface Environment {

    /** An environment without systems. */
    Environment NONE = new Environment() {
        @Override
        public List<String> argumentsFor(String service) {
            return List.of();
        }

        @Override
        public Map<Metric, Long> countsOf(String service) {
            return Map.of();
        }
    };

    /**
     * Prepares for a service that is about to start.
     *
     * @param service its name, which no other has
     * @return the arguments that lead it to what was prepared for it
     */
    List<String> argumentsFor(String service) throws IOException, InterruptedException;

    /** The calls of this service to its environment so far; reported per request. */
    Map<Metric, Long> countsOf(String service) throws IOException, InterruptedException;
}
