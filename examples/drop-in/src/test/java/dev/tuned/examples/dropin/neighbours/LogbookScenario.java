/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.EnumSet;
import java.util.Set;

import com.example.neighbours.logbook.LogbookApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.Starter;

/** Logbook, which logs requests and answers with their bodies: it wraps both. */
class LogbookScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(LogbookApplication.class, "org.zalando:logbook-spring-boot-starter")
                .arguments(
                        "--logging.level.org.zalando.logbook=TRACE",
                        "--logbook.predicate.exclude[0].path=/actuator/**");
    }

    /** An answer that is wrapped cannot be sent by the connector. */
    @Override
    Set<Starter> leftToStock() {
        return EnumSet.of(Starter.THREADS);
    }

    @Override
    void requireActed(String seen) {
        require(seen, "org.zalando.logbook.Logbook {\"origin\":\"remote\"", "\"body\":\"pears by call 2\"");
    }

    /** Each request has an id, and each answer a duration. */
    @Override
    public String normalize(String text) {
        return super.normalize(text)
                .replaceAll("\"correlation\":\"[0-9a-f]+\"", "\"correlation\":\"<id>\"")
                .replaceAll("\"duration\":\\d+", "\"duration\":<n>");
    }
}
