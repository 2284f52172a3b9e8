/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

import dev.tuned.bench.advise.Observation;
import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.recording.TargetJvm;
import dev.tuned.bench.statistics.Interval;
import dev.tuned.bench.statistics.RatioEstimate;

/**
 * What it costs a service to be looked at by advise: rounds with and without, in turn, in one process under the same
 * requests. Prints the ratio of the CPU time per request with its interval, and what the start of a look and its end
 * cost, which is not in it: the JVM compiles timed methods and their callers again.
 */
@EnabledIfSystemProperty(
        named = "advise-cost",
        matches = "\\d+",
        disabledReason = "takes minutes: -Dadvise-cost=20, the number of rounds")
class AdviseCostIT {

    private static final int CONNECTIONS = 16;
    private static final Duration WARM_UP = Duration.ofSeconds(Integer.getInteger("advise-cost.warm-up", 60));
    private static final int REPETITIONS = 3;
    private static final int REQUESTS = Integer.getInteger("advise-cost.requests", 12_000);

    /**
     * In memory where there is such a directory: what files on a disk cost changes from round to round, up to
     * threefold.
     */
    private static final class InMemory implements TempDirFactory {

        private static final Path SHARED_MEMORY = Path.of("/dev/shm");

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws Exception {
            return Files.isWritable(SHARED_MEMORY)
                    ? Files.createTempDirectory(SHARED_MEMORY, "advise-cost")
                    : TempDirFactory.Standard.INSTANCE.createTempDirectory(element, context);
        }
    }

    @TempDir(factory = InMemory.class)
    Path directory;

    @Test
    void cost() throws Exception {
        int rounds = Integer.getInteger("advise-cost");
        Repository repository = new Repository(Path.of("../..").toRealPath());
        Variant stock = new Variants(repository, directory).stock();
        JavaRuntime java = JavaRuntime.newest();
        try (Children children = new Children();
                LocalCouchbase couchbase =
                        new LocalCouchbase(repository.couchbase(java), directory.resolve("couchbase"), children)) {
            couchbase.start();
            Variant launch = new Variant("stock", stock.jar(), stock.arguments(), stock.jvmFlags(), java)
                    .with(couchbase.argumentsFor("stock").toArray(String[]::new));
            try (ServiceProcess service = ServiceProcess.start(launch, directory.resolve("stock"), children)) {
                service.awaitReady("/actuator/health");
                long end = System.nanoTime() + WARM_UP.toNanos();
                LoadClient.run(
                        service.address(),
                        mix().source(1),
                        Load.closed(Long.MAX_VALUE, CONNECTIONS).until(() -> System.nanoTime() - end > 0));
                print(rounds(service, rounds));
            }
        }
    }

    /** What is timed and sampled most: short requests, logged orders, forms. */
    private static Requests mix() {
        List<LoadRequest> all = Stream.of(Catalog.hello(), Catalog.orders(2), Catalog.formFields())
                .flatMap(requests -> requests.all().stream())
                .toList();
        return Requests.anyOf(all, (index, answer) -> true);
    }

    /**
     * @param with CPU time per request of each round with advise, in nanoseconds
     * @param without the same without, before the first round and after each: one more
     * @param startMillis CPU time of each start
     * @param endMillis CPU time of each end
     */
    private record Rounds(List<Double> with, List<Double> without, List<Double> startMillis, List<Double> endMillis) {}

    private static Rounds rounds(ServiceProcess service, int count) throws Exception {
        TargetJvm target = TargetJvm.of(service.pid());
        Rounds rounds = new Rounds(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        rounds.without.add(perRequest(service, 0));
        for (int round = 1; round <= count; round++) {
            long before = service.usage().ownCpuNanos();
            Observation look = new Observation(target, Duration.ofMinutes(1));
            double start = repeated(service, round, before);
            double with = perRequest(service, round);
            before = service.usage().ownCpuNanos();
            look.close();
            double end = repeated(service, round, before);
            double without = perRequest(service, round);
            rounds.with.add(with);
            rounds.without.add(without);
            rounds.startMillis.add(start - REPETITIONS * with * REQUESTS / 1e6);
            rounds.endMillis.add(end - REPETITIONS * without * REQUESTS / 1e6);
            System.out.printf(Locale.ROOT, "round %d: %.1f µs with, %.1f without%n", round, with / 1e3, without / 1e3);
        }
        return rounds;
    }

    /**
     * Repeats the requests until methods are compiled again; returns the milliseconds of CPU time since a moment
     * before.
     */
    private static double repeated(ServiceProcess service, int round, long before) throws Exception {
        for (int i = 0; i < REPETITIONS; i++) {
            perRequest(service, round);
        }
        return (service.usage().ownCpuNanos() - before) / 1e6;
    }

    private static double perRequest(ServiceProcess service, int round) throws IOException, InterruptedException {
        Usage before = service.usage();
        LoadClient.run(service.address(), mix().source(round), Load.closed(REQUESTS, CONNECTIONS));
        return (double) (service.usage().ownCpuNanos() - before.ownCpuNanos()) / REQUESTS;
    }

    private static void print(Rounds rounds) {
        double[] ratios = new double[rounds.with.size()];
        // What drifts meanwhile is in the mean of before and after as it is in the round between them.
        Arrays.setAll(ratios, i -> rounds.with.get(i) / Math.sqrt(rounds.without.get(i) * rounds.without.get(i + 1)));
        double[] ones = new double[ratios.length];
        Arrays.fill(ones, 1);
        RatioEstimate estimate = RatioEstimate.of(ones, ratios, 0);
        Interval interval = estimate.interval(0.95).orElseThrow();
        System.out.printf(
                Locale.ROOT,
                "CPU per request with advise: %.3f [%.3f-%.3f] of that without, %d rounds; a start takes %.0f ms of CPU, an end %.0f%n",
                estimate.ratio().orElseThrow(),
                interval.low(),
                interval.high(),
                ratios.length,
                mean(rounds.startMillis),
                mean(rounds.endMillis));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(each -> each).average().orElse(0);
    }
}
