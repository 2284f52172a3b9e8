/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.Usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("without-boot")
class WarmUpTests {

    private static final Usage NOTHING = new Usage(0, 0, 0, 0, 0, 0, 0, 0, 0);

    private final ExecutorService services = Executors.newFixedThreadPool(2);

    @AfterEach
    void end() {
        services.shutdownNow();
    }

    private static LoadResult answered(long requests, double perSecond) {
        return new LoadResult(requests, 0, 0, null, 1, 0, 0, 0, perSecond, new Histogram(3));
    }

    private static Usage used(long own, long compilers) {
        return new Usage(own + compilers, compilers, 0, 0, 0, 0, 0, 0, 0);
    }

    /** Plays rounds whose CPU time per request are the given numbers; the answer has the size of each round. */
    private Future<List<Object>> service(WarmUp warmUp, double perSecond, long compilers, long... cpuPerRequest) {
        return services.submit(() -> {
            List<Object> rounds = new ArrayList<>();
            WarmUp.Watch watch = warmUp.watch();
            @Nullable String end = null;
            for (int i = 0; end == null; i++) {
                long requests = watch.nextRound();
                rounds.add(requests);
                long cpu = requests * cpuPerRequest[Math.min(i, cpuPerRequest.length - 1)];
                end = watch.ended(answered(requests, perSecond), NOTHING, used(cpu, cpu * compilers / 100));
            }
            if (!end.isEmpty()) {
                rounds.add(end);
            }
            return rounds;
        });
    }

    @Test
    void endsWhenBothAreWarmAfterTheSameRequests() throws Exception {
        WarmUp warmUp = new WarmUp(2, Duration.ofMinutes(1), 16);
        Future<List<Object>> slow = service(warmUp, 50, 5, 900, 500, 300, 290);
        Future<List<Object>> fast = service(warmUp, 200, 5, 100);
        List<Object> rounds = new ArrayList<>(slow.get());
        List<Object> others = new ArrayList<>(fast.get());
        (rounds.size() > others.size() ? rounds : others).removeIf(each -> {
            boolean text = each instanceof String;
            if (text) {
                assertThat((String) each).startsWith("warm after ");
            }
            return text;
        });
        assertThat(rounds).isEqualTo(others).containsExactly(100L, 50L, 50L, 50L);
        assertThat(warmUp.slowestRate()).isEqualTo(50);
    }

    @Test
    void endsAfterItsLongestTimeAndSaysThatItIsNotWarm() throws Exception {
        WarmUp warmUp = new WarmUp(1, Duration.ofNanos(1), 16);
        List<Object> rounds = service(warmUp, 100, 40, 100).get();
        assertThat((String) rounds.get(rounds.size() - 1))
                .startsWith("not warm after ")
                .endsWith("compilers took 29 % of the CPU");
    }

    /** The connections of each round of a service whose compilers take the given percentages of its CPU time. */
    private static List<Integer> connections(long cpuPerRequest, long... compilers) throws Exception {
        WarmUp warmUp = new WarmUp(1, Duration.ofMinutes(1), 16);
        WarmUp.Watch watch = warmUp.watch();
        List<Integer> connections = new ArrayList<>();
        for (int i = 0; i < compilers.length; i++) {
            connections.add(watch.oneAfterTheOther() ? 1 : 16);
            long cpu = watch.nextRound() * cpuPerRequest;
            String end = watch.ended(
                    answered(watch.nextRound(), 100),
                    NOTHING,
                    used(cpu * (100 - compilers[i]) / 100, cpu * compilers[i] / 100));
            assertThat(end == null).isEqualTo(i < compilers.length - 1);
        }
        return connections;
    }

    @Test
    void whileCompilersLackTimeRequestsComeOneAfterTheOtherAndItIsWarmUnderTheWholeLoad() throws Exception {
        assertThat(connections(1_000_000_000, 30, 50, 20, 5, 5)).containsExactly(16, 1, 1, 1, 16);
    }

    @Test
    void aServiceThatWaitsGetsTheWholeLoad() throws Exception {
        assertThat(connections(100, 30, 50, 20, 5, 5)).containsExactly(16, 16, 16, 16, 16);
    }

    @Test
    void theOthersDoNotWaitForAServiceThatFailed() throws Exception {
        WarmUp warmUp = new WarmUp(2, Duration.ofMinutes(1), 16);
        Future<List<Object>> waiting = service(warmUp, 100, 0, 100);
        IOException failure = new IOException("wrong answer");
        warmUp.failed(failure);
        assertThatThrownBy(waiting::get).hasRootCause(failure);
        assertThat(Objects.requireNonNull(failure.getMessage())).isEqualTo("wrong answer");
    }
}
