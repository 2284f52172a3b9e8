/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.statistics.Claim;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * The tuned variant against itself with one thing changed: S3's connectors and collectors, and the levers on the heap that S4
 * counted per request. They answer what a setting is worth, so few of them claim anything.
 */
final class Matrices {

    static final List<String> NAMES = List.of("levers", "connectors", "collectors");

    private static final Side TUNED = Side.of(Variant.TUNED);
    private static final Side PLATFORM = TUNED.named("tuned platform").with("--tuned.threads.web.mode=platform");
    private static final String NO_OBSERVATIONS = "--management.observations.enable.http.server.requests=false";
    private static final String KEEP_ALIVE = "--server.tomcat.max-keep-alive-requests=-1";

    /** A product of JDK 25; older ones leave the flag alone. */
    private static final String[] COMPACT_HEADERS = {"-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseCompactObjectHeaders"
    };

    private static final int SOME = 16;
    private static final int MANY = 1000;

    private Matrices() {}

    /** What the names asked for consist of: each a scenario with its comparisons, the first's baseline the common one. */
    static List<Trial> trials(List<String> names) {
        return NAMES.stream().filter(names::contains).flatMap(Matrices::trials).toList();
    }

    private static Stream<Trial> trials(String name) {
        return switch (name) {
            case "levers" -> Stream.of(levers());
            case "connectors" ->
                Stream.of(
                        connectors("connectors-hello", "GET, 5 bytes back", SOME, Workloads.hello()),
                        connectors("connectors-slow", "GET that blocks 50 ms", MANY, Workloads.slow(50)),
                        connectors(
                                "connectors-static",
                                "GET of a file of 102,400 bytes",
                                100,
                                Workloads.files(StaticFiles.OF_100_KB)));
            default -> Stream.of(collectors());
        };
    }

    /** The starter is held to no allocation of its own on the threads that are there without it, too. */
    private static Trial levers() {
        Scenario scenario = scenario(
                "levers",
                "POST of a small JSON, one log line",
                SOME,
                Workloads.orders(),
                Metric.ALLOCATED_BYTES_PER_REQUEST);
        Side without = TUNED.named("tuned without threads").with("--tuned.threads.enabled=false");
        List<Side> levers = List.of(
                TUNED.named("no observations").with(NO_OBSERVATIONS),
                TUNED.named("compact headers").onJvm(COMPACT_HEADERS),
                TUNED.named("keep-alive unlimited").with(KEEP_ALIVE),
                PLATFORM.named("all levers, platform")
                        .with(NO_OBSERVATIONS, KEEP_ALIVE)
                        .onJvm(COMPACT_HEADERS));
        return new Trial(
                scenario,
                Stream.concat(
                                Stream.of(
                                        new Comparison(
                                                scenario.name(),
                                                without,
                                                PLATFORM,
                                                List.of(Claim.notWorse(Metric.ALLOCATED_BYTES_PER_REQUEST))),
                                        new Comparison(scenario.name(), without, TUNED, List.of())),
                                levers.stream().map(lever -> new Comparison(scenario.name(), TUNED, lever, List.of())))
                        .toList(),
                null);
    }

    private static Trial connectors(String name, String what, int connections, Workload workload) {
        Scenario scenario = scenario(name, what, connections, workload, Metric.CPU_US_PER_REQUEST);
        Side nio2 = PLATFORM.named("nio2").with("--tuned.threads.tomcat.connector=nio2");
        return new Trial(scenario, List.of(new Comparison(name, PLATFORM.named("nio"), nio2, List.of())), null);
    }

    private static Trial collectors() {
        Scenario scenario = scenario(
                "collectors",
                "POST of a small JSON, one log line",
                MANY,
                Workloads.orders(),
                Metric.REQUESTS_PER_SECOND);
        Side g1 = TUNED.named("g1").onJvm("-XX:+UseG1GC");
        return new Trial(
                scenario,
                Stream.of(
                                TUNED.named("serial").onJvm("-XX:+UseSerialGC"),
                                TUNED.named("parallel").onJvm("-XX:+UseParallelGC"),
                                TUNED.named("zgc").onJvm("-XX:+UseZGC"),
                                g1.named("g1 compact headers").onJvm(COMPACT_HEADERS))
                        .map(side -> new Comparison(scenario.name(), g1, side, List.of()))
                        .toList(),
                null);
    }

    private static Scenario scenario(String name, String what, int connections, Workload workload, Metric primary) {
        return new Scenario(name, what, connections, Jvm.BOTH_COMPILERS, List.of(Claim.notWorse(primary)), workload);
    }
}
