/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Expected;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/**
 * More requests wait, each for its own answer of another service, than Tomcat's pool has threads; in another instance they need
 * one of few connections, and wait for it no longer than their pool lets them.
 */
final class WaitingRequests implements Row {

    private static final int CONNECTIONS = 1_000;
    private static final int MILLIS = 1_000;
    private static final Duration GROWTH = Duration.ofSeconds(18);
    private static final Duration AGAIN = Duration.ofSeconds(3);

    /** On a busy machine a pool takes longer to grow, and its threads to start: loads that go on while they do. */
    private static final int MORE = 2;

    private static final Duration THEN = Duration.ofSeconds(2);

    /** More than twice as many as 200 threads can give; 760 to 1,000 on an idle machine. */
    private static final int LEAST = 500;

    private static final int CALLERS = 600;
    private static final Duration SCARCE = Duration.ofSeconds(3);

    /** What a trial of more threads may cost: each of them once. */
    private static final int TRIAL = 60;

    private static final LoadRequest POOLED = LoadRequest.get("/pooled?ms=100&timeout=2000", Expected.sameBody(200));

    private static final Count ANSWERS = new Count(
            "answers_per_second", "answers per second, when a pool has had 18 s to grow, or as long as it grows");
    private static final Count FAILURES = new Count("failures", "wrong answers, or none");
    private static final Count ANSWERED = new Count("answered", "answered with a connection of the pool");
    private static final Count ERRORS = new Count("errors", "errors: no connection within two seconds");

    @Override
    public String name() {
        return "waiting-requests";
    }

    @Override
    public String starter() {
        return "threads";
    }

    @Override
    public String title() {
        return "1,000 requests wait at once; a scarce pool is not overrun";
    }

    @Override
    public String sentence() {
        return "1,000 connections wait a second for each answer of an instance; 600 callers of another one need one of 16"
                + " connections for 100 ms, and wait for it for two seconds at most";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return Stream.of(
                        columns.stock(),
                        columns.property("spring.threads.virtual.enabled=true"),
                        columns.tuned("tuned.threads.web.mode=auto"))
                // With 256 MB the pool ends at 900 requests where collections are late, because the heap is nearly
                // full.
                .map(column -> column.withHeap("512m"))
                .toList();
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        ServiceProcess one = instances.one();
        ServiceProcess other = instances.other();
        Waiting waiting = Waiting.after(instances.isFirstTimeOf(one) ? GROWTH : AGAIN, one);
        long failures = waiting.failures();
        for (int more = 0; more < MORE && waiting.grows(); more++) {
            waiting = Waiting.after(GROWTH.dividedBy(2), one);
            failures += waiting.failures();
        }
        counts.putRate(ANSWERS, waiting.rate(), CONNECTIONS, Duration.ofMillis(MILLIS));
        counts.put(FAILURES, (double) failures);
        LoadResult scarce = load(other, POOLED, CALLERS, SCARCE);
        counts.put(ANSWERED, (double) scarce.requests() - scarce.failures());
        counts.put(ERRORS, (double) scarce.failures());
    }

    /**
     * A load of requests that wait.
     *
     * @param earlier answers per second shortly before the end
     * @param rate answers per second at the end
     */
    private record Waiting(double earlier, double rate, long failures) {

        static Waiting after(Duration before, ServiceProcess service) throws IOException, InterruptedException {
            long begin = System.nanoTime();
            long[] answers = new long[(int) before.plus(THEN).toSeconds()];
            LoadRequest request = LoadRequest.get("/slow?ms=" + MILLIS, answer -> {
                int second = (int) Duration.ofNanos(System.nanoTime() - begin).toSeconds();
                if (second < answers.length) {
                    answers[second]++;
                }
                return answer.status() == 200;
            });
            LoadResult result = load(service, request, CONNECTIONS, before.plus(THEN));
            int counted = (int) THEN.toSeconds();
            int end = answers.length;
            return new Waiting(
                    // In the first second none is answered, and in the next one some of the first are.
                    mean(answers, Math.max(2, end - 2 * counted), end - counted),
                    mean(answers, end - counted, end),
                    result.failures());
        }

        private static double mean(long[] perSecond, int from, int to) {
            return Arrays.stream(perSecond, from, to).average().orElse(0);
        }

        /** Whether the pool has not come to rest, and is not large enough yet. */
        boolean grows() {
            return rate > 1.1 * earlier && rate < LEAST;
        }
    }

    private static LoadResult load(ServiceProcess service, LoadRequest request, int connections, Duration time)
            throws IOException {
        Load load = Load.closed(Long.MAX_VALUE, connections).whateverFails().startingFor(time);
        return LoadClient.run(service.address(), () -> request, load);
    }

    @Override
    public List<Condition> conditions() {
        return List.of(
                that(ANSWERS).isAtLeast(LEAST),
                that(FAILURES).is(0),
                that(ERRORS).isAtMost(TRIAL));
    }

    @Override
    public Headline headline() {
        return Headline.of("%s answers per second", ANSWERS).failing(ERRORS, errors -> errors > TRIAL, "%s errors");
    }
}
