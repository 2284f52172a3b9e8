/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.Collection;
import java.util.Comparator;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.load.Load;
import dev.tuned.examples.beforeafter.result.Round;

/**
 * How load is offered, the same to all sides.
 *
 * @param connections how many connections
 * @param open whether the rate is kept whatever the server does
 * @param rate requests started per second at most, or {@code null} for no limit
 */
record Pace(int connections, boolean open, @Nullable Double rate) {

    /** Above this share of a core the client may be what limits the result. */
    static final double MAX_CLIENT_SHARE = 0.5;

    /** Leaves room for rounds in which a request costs the client more than it did when the rate was chosen. */
    private static final double TARGET_CLIENT_SHARE = 0.4;

    Load load(long requests) {
        if (rate == null) {
            return Load.closed(requests, connections);
        }
        return open ? Load.open(requests, connections, rate) : Load.paced(requests, connections, rate);
    }

    /**
     * Limits the rate where the client would come near the share of a core that it may use, and no further than that: a server
     * that is mostly idle pays for waking up with each request, which levels what is compared.
     */
    Pace sparingTheClient(Collection<Round> observed) {
        Round fastest = observed.stream()
                .max(Comparator.comparingDouble(Round::clientCoreShare))
                .orElseThrow();
        double share = fastest.clientCoreShare();
        return rate != null || share <= TARGET_CLIENT_SHARE
                ? this
                : new Pace(
                        connections,
                        false,
                        Math.rint(TARGET_CLIENT_SHARE / share * fastest.requests() / fastest.seconds()));
    }

    /** The seconds that one request takes on average, given what was observed without the limit. */
    double secondsPerRequest(Round observed) {
        double seconds = observed.seconds() / observed.requests();
        return rate == null ? seconds : Math.max(seconds, 1 / rate);
    }

    String loop() {
        return open ? "open" : "closed";
    }
}
