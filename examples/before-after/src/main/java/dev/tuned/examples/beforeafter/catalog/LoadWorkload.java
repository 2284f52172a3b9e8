/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.bench.run.Workload;
import dev.tuned.bench.run.WrongAnswerException;

/** A number of requests over a number of connections, as fast as the answers come or at a rate. */
public class LoadWorkload implements Workload {

    /** As many different requests are checked, spread over all. */
    private static final int CHECKED = 20;

    private static final int EXCERPT = 200;

    /** Connecting so many takes too long to do it for every slice. */
    private static final int MANY_CONNECTIONS = 500;

    private static final int SLICES = 4;

    private final String name;
    private final String what;
    private final Supplier<Requests> supplier;
    private final int connections;
    private final @Nullable Double rate;
    private final long warmUps;
    private final long measured;
    private @Nullable Requests requests;

    /**
     * Creates a workload.
     *
     * @param name its name in options and results
     * @param what what a request is, in a few words
     * @param requests makes the requests when they are first needed: those with large bodies are large
     * @param connections how many connections carry them, each with one request at a time
     * @param rate requests per second that are started whatever the server does, or {@code null} for a closed loop
     * @param warmUps how many requests come before the measured ones
     * @param measured how many requests are measured
     */
    LoadWorkload(
            String name,
            String what,
            Supplier<Requests> requests,
            int connections,
            @Nullable Double rate,
            long warmUps,
            long measured) {
        this.name = name;
        this.what = what;
        this.supplier = requests;
        this.connections = connections;
        this.rate = rate;
        this.warmUps = warmUps;
        this.measured = measured;
    }

    /** One in a closed loop. */
    LoadWorkload(String name, String what, Supplier<Requests> requests, int connections, long warmUps, long measured) {
        this(name, what, requests, connections, null, warmUps, measured);
    }

    private synchronized Requests requests() {
        if (requests == null) {
            requests = supplier.get();
        }
        return requests;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String what() {
        return what;
    }

    @Override
    public String load() {
        return connections
                + (connections == 1 ? " connection" : " connections")
                + (rate == null ? "" : ", " + Math.round(rate) + " requests/s");
    }

    @Override
    public void check(ServiceProcess service) throws IOException, InterruptedException {
        int count = requests().all().size();
        int checked = Math.min(CHECKED, count);
        for (int sample = 0; sample < checked; sample++) {
            check(service, (int) ((long) sample * count / checked));
        }
    }

    private void check(ServiceProcess service, int index) throws IOException, InterruptedException {
        LoadRequest request = requests().all().get(index);
        Answer answer;
        try {
            answer = Exchange.send(service.address(), request);
        } catch (IOException ex) {
            service.requireAlive();
            throw new WrongAnswerException(service.name() + " gave no answer to " + name + ": " + ex.getMessage());
        }
        if (!request.expectation().accepts(answer) || !requests().check().test(index, answer)) {
            String body = answer.text();
            throw new WrongAnswerException(service.name() + " gave a wrong answer to " + name
                    + ", or another than the service before it: status " + answer.status() + ", "
                    + answer.body().length + " bytes: " + body.substring(0, Math.min(EXCERPT, body.length())));
        }
    }

    @Override
    public int slices() {
        return connections < MANY_CONNECTIONS ? SLICES : 1;
    }

    @Override
    public LoadResult warmUp(ServiceProcess service, WarmUp.Round round) throws IOException, InterruptedException {
        return run(service, warmUps, 0);
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        return run(service, measured / slices(), slice + 1L);
    }

    /** Requests that start for a time, as many as that allows. */
    LoadResult run(ServiceProcess service, Duration time) throws IOException, InterruptedException {
        return run(service, Load.of(Long.MAX_VALUE, connections, rate).startingFor(time), 0);
    }

    private LoadResult run(ServiceProcess service, long count, long seed) throws IOException, InterruptedException {
        return run(service, Load.of(count, connections, rate), seed);
    }

    private LoadResult run(ServiceProcess service, Load load, long seed) throws IOException, InterruptedException {
        LoadResult result = LoadClient.run(service.address(), requests().source(seed), load);
        if (result.failures() > 0) {
            service.requireAlive();
        }
        return result;
    }
}
