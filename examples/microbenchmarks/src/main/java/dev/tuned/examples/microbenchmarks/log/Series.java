/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What each peer took in each round of the same work. */
final class Series {

    private final Map<Peer, Work> work = new EnumMap<>(Peer.class);
    private final Map<Peer, List<Outcome>> outcomes = new EnumMap<>(Peer.class);

    void plan(Peer peer, Work each) {
        work.put(peer, each);
        outcomes.put(peer, new ArrayList<>());
    }

    Work work(Peer peer) {
        return work.get(peer);
    }

    void add(Peer peer, Outcome outcome) {
        outcomes.get(peer).add(outcome);
    }

    /** Microseconds of CPU time per event, by round. */
    List<Double> cpuMicros(Peer peer) {
        // At a low rate a round may cost less than a step of the clock.
        return values(
                peer,
                outcome ->
                        Math.max(outcome.cpuNanos(), 1) / 1e3 / work.get(peer).events());
    }

    /** Bytes allocated per event, by round. */
    List<Double> bytes(Peer peer) {
        return values(peer, outcome -> outcome.bytes() / (double) work.get(peer).events());
    }

    List<Double> values(Peer peer, ToDoubleFunction<Outcome> value) {
        return outcomes.get(peer).stream().map(value::applyAsDouble).toList();
    }
}
