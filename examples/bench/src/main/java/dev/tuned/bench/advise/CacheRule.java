/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.tuned.bench.advise.Signals.Gets;

import static dev.tuned.bench.advise.Findings.text;

/** Finds the caches in Redis that would gain by a memory in front of them. */
final class CacheRule {

    /** For half of the hits to all of them; a hit in memory still decodes the value, a tenth of a read at most. */
    private static final Rule RULE = Rule.of("cache.repeated-reads");

    /** A cache with fewer of all hits gains too little to be named. */
    private static final double MIN_SHARE_OF_HITS = 0.1;

    private static final String NEAR = "tuned.cache.near=";

    private CacheRule() {}

    static void apply(Findings findings) {
        Signals signals = findings.signals();
        double share = signals.timeShare(Signal.REDIS_CACHE);
        Signals.Calls reads = signals.calls(Signal.REDIS_CACHE);
        if ((signals.timed() && reads.count() < Findings.MIN_REQUESTS) || RULE.low(share) < Findings.MIN_LOW) {
            return;
        }
        List<String> seen = new ArrayList<>();
        seen.add(
                signals.timed()
                        ? text(
                                "%.2f reads of Spring's Redis caches per request, of %.2f ms each: %.0f %% of the time of all requests",
                                signals.perRequest(Signal.REDIS_CACHE), reads.averageMillis(), 100 * share)
                        : text("%.0f %% of the threads that were busy read one of Spring's Redis caches", 100 * share));
        Map<String, Gets> caches = signals.caches();
        double hits = caches.values().stream().mapToDouble(Gets::hits).sum();
        double gets = caches.values().stream().mapToDouble(Gets::all).sum();
        // What Redis does not hold no memory in front of it holds either.
        double found = gets > 0 ? share * hits / gets : share;
        String names = caches.entrySet().stream()
                .filter(cache -> cache.getValue().hits() > MIN_SHARE_OF_HITS * hits)
                .map(Map.Entry::getKey)
                .sorted()
                .collect(Collectors.joining(","));
        seen.add(
                gets > 0
                        ? caches.entrySet().stream()
                                .map(cache -> text(
                                        "%s %,.0f with %.0f %% hits",
                                        cache.getKey(),
                                        cache.getValue().all(),
                                        100
                                                * cache.getValue().hits()
                                                / Math.max(1, cache.getValue().all())))
                                .sorted()
                                .collect(Collectors.joining(", ", "reads by the meter cache.gets: ", ""))
                        : "which caches are read, and how often they hit, was not seen: that takes the endpoint metrics and"
                                + " spring.cache.redis.enable-statistics=true");
        seen.add("how often a read repeats an earlier one was not seen: the range is for half to nearly all of "
                + (gets > 0 ? "the hits" : "them"));
        if (findings.has("cache")) {
            seen.add("the service has the starter; its start-up line says which caches are near");
        }
        String set = NEAR + (names.isEmpty() ? "*" : names);
        findings.find(
                RULE,
                found,
                seen,
                List.of(names.isEmpty() ? set + ", or the names of the caches that are read most" : set),
                List.of("--" + set));
    }
}
