/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.List;

/** The systems that services use while they run, such as a database. */
public interface Environment {

    /** An environment without systems. */
    Environment NONE = service -> List.of();

    /**
     * Prepares for a service that is about to start.
     *
     * @param service its name, which no other has
     * @return the arguments that lead it to what was prepared for it
     */
    List<String> argumentsFor(String service) throws IOException, InterruptedException;
}
