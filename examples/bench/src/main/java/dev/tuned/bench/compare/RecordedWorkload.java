/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.bench.run.Workload;
import dev.tuned.bench.run.WrongAnswerException;
import dev.tuned.bench.statistics.Metric;

/** The requests of a file, as often as their weights say, in an order that is the same for every service. */
public final class RecordedWorkload implements Workload {

    private static final String NAME = "requests";

    private static final int SLICES = 5;

    /** Requests of a slice, in relation to what the slowest service answers per second. */
    private static final double SLICE_SECONDS = 0.8;

    private static final long MIN_REQUESTS = 8;
    private static final int ROUND_TRIPS = 4;
    private static final long MAX_REQUESTS = 100_000;
    private static final long MIN_FAILURES = 20;
    private static final long ENDLESS = 1_000_000_000;

    /** A request as one service gets it: the same bytes each time, unless it has values that differ. */
    private record Outgoing(
            FileRequest request,
            String host,
            Expectation expectation,
            @Nullable LoadRequest same) {

        static Outgoing of(FileRequest request, String host, Expectation expectation) {
            LoadRequest same = request.varies() ? null : request.load(host, expectation);
            return new Outgoing(request, host, expectation, same);
        }

        LoadRequest first() {
            return same == null ? request.withFirstValues().load(host, expectation) : same;
        }

        LoadRequest any(RandomGenerator random) {
            return same == null ? request.withAnyValues(random).load(host, expectation) : same;
        }
    }

    private final List<FileRequest> logins;
    private final List<FileRequest> requests;

    /** The requests of the service of a variant that was checked last. */
    private final Map<String, List<Outgoing>> outgoing = new ConcurrentHashMap<>();

    private final AnswerLengths lengths;
    private final int[] weights;
    private final AtomicIntegerArray sent;
    private final Agreement agreement;
    private final int connections;
    private final @Nullable Double rate;

    /** The services that have begun the current round or slice, which is the seed of its requests. */
    private final Set<String> begun = new HashSet<>();

    private long seed;

    /** Requests per second of the slowest service in the round or slice before. */
    private double slowestBefore;

    /** The same of the current one so far. */
    private double slowest = Double.POSITIVE_INFINITY;

    /**
     * Creates a workload.
     *
     * @param requests the requests; those that log in are sent before each check alone
     * @param compared what of the answers has to agree: {@code status}, {@code length}, {@code body} or {@code none}
     * @param connections how many connections carry the requests
     * @param rate requests per second that start whatever the service does, or {@code null} for a closed loop
     */
    RecordedWorkload(List<FileRequest> requests, String compared, int connections, @Nullable Double rate) {
        this.logins = requests.stream().filter(FileRequest::login).toList();
        this.requests = requests.stream().filter(each -> !each.login()).toList();
        this.agreement = Agreement.on(compared, this.requests);
        this.connections = connections;
        this.rate = rate;
        this.lengths = new AnswerLengths(this.requests.size());
        this.weights = this.requests.stream().mapToInt(FileRequest::weight).toArray();
        this.sent = new AtomicIntegerArray(weights.length);
    }

    private Expectation expectation(String variant, int index) {
        Expectation expectation = agreement.expectation(index);
        // Of values that differ answers have lengths that do.
        boolean sameLength = !requests.get(index).varies();
        return answer -> {
            boolean right = expectation.accepts(answer);
            int agreed = agreement.length(index);
            if (right && sameLength && agreed >= 0) {
                lengths.add(variant, index, agreed, answer.bodyLength());
            }
            return right;
        };
    }

    private List<Outgoing> outgoing(ServiceProcess service) {
        return Objects.requireNonNull(outgoing.get(service.variant()), "not checked");
    }

    /**
     * The seed of a service's next requests: all services get the same in a round or slice, and others in the next, lest
     * a cache has their values. That begins when one comes back.
     */
    private synchronized long seed(ServiceProcess service) {
        if (!begun.add(service.variant())) {
            begun.clear();
            begun.add(service.variant());
            seed++;
            slowestBefore = slowest;
            slowest = Double.POSITIVE_INFINITY;
        }
        return seed;
    }

    private Supplier<LoadRequest> source(ServiceProcess service, long ofRequests) {
        Deck deck = new Deck(weights, ofRequests);
        RandomGenerator random = new SplittableRandom(ofRequests);
        List<Outgoing> all = outgoing(service);
        return () -> all.get(deck.next()).any(random);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String what() {
        return requests.size() == 1
                ? requests.get(0).name()
                : requests.size() + " requests from " + requests.get(0).name();
    }

    @Override
    public String load() {
        return connections
                + (connections == 1 ? " connection" : " connections")
                + (rate == null ? "" : ", " + rate + " requests/s");
    }

    @Override
    public int slices() {
        return SLICES;
    }

    /** Services of others throw compiled code away now and then, in slices that would decide a mean of five. */
    @Override
    public boolean byMedianOfSlices() {
        return true;
    }

    @Override
    public void check(ServiceProcess service) throws IOException, InterruptedException {
        Login login = Login.at(service, logins);
        List<Outgoing> own = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            FileRequest request = login.applied(requests.get(i));
            own.add(Outgoing.of(request, service.host(), expectation(service.variant(), i)));
        }
        outgoing.put(service.variant(), own);
        agreement.begin(service.variant());
        for (int i = 0; i < requests.size(); i++) {
            check(service, i);
        }
    }

    private void check(ServiceProcess service, int index) throws IOException, InterruptedException {
        try {
            Answer answer = Exchange.send(
                    service.address(), outgoing(service).get(index).first());
            agreement.check(service.variant(), index, answer);
        } catch (WrongAnswerException ex) {
            throw ex;
        } catch (IOException ex) {
            service.requireAlive();
            FileRequest request = requests.get(index);
            throw new WrongAnswerException(request.place() + ": " + request.name() + ": '" + service.variant()
                    + "' gave no answer: " + ex.getMessage());
        }
    }

    @Override
    public LoadResult warmUp(ServiceProcess service, WarmUp.Round round) throws IOException, InterruptedException {
        Load load = Load.of(round.requests(), round.oneAfterTheOther() ? 1 : connections, rate);
        LoadResult result = run(service, load, seed(service));
        requireRight(service, result, "of the warm-up");
        answered(result.requestsPerSecond());
        return result;
    }

    private synchronized void answered(double perSecond) {
        slowest = Math.min(slowest, perSecond);
    }

    private void requireRight(ServiceProcess service, LoadResult result, String what)
            throws IOException, InterruptedException {
        if (mostFailed(result)) {
            service.requireAlive();
            throw new WrongAnswerException("'" + service.variant() + "' failed " + result.failures() + " of "
                    + result.requests() + " requests " + what + " (compared by " + agreement + "): "
                    + result.firstFailure());
        }
    }

    private static boolean mostFailed(LoadResult result) {
        return result.failures() > result.requests() / 2;
    }

    /**
     * Sends all services the same requests in a slice, other ones where it is repeated. Their number is what the slowest service answered in a second or
     * so of the slice before, when each had the machine for itself; for the first slice, of the warm-up beside the
     * others.
     */
    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        long ofSlice = seed(service);
        // Fewer than the connections would show nothing of how they queue.
        long least = rate == null ? (long) ROUND_TRIPS * connections : MIN_REQUESTS;
        long count = Math.min(MAX_REQUESTS, Math.max(least, Math.round(slowestBefore * SLICE_SECONDS)));
        Deck same = new Deck(weights, ofSlice);
        for (long i = 0; i < count; i++) {
            sent.incrementAndGet(same.next());
        }
        LoadResult result = run(service, Load.of(count, connections, rate), ofSlice);
        answered(result.requests() * 1e9 / Math.max(1, result.nanos()));
        if (result.failures() > 0) {
            service.requireListening();
        }
        return result;
    }

    /**
     * Sends requests that are not measured until a condition ends them; those without an answer by then get none.
     *
     * @throws WrongAnswerException if most of them failed
     */
    public void load(ServiceProcess service, BooleanSupplier over) throws IOException, InterruptedException {
        Load load = Load.of(ENDLESS, connections, rate);
        LoadResult result = LoadClient.run(
                service.address(),
                source(service, seed(service)),
                load.whateverFails().until(over));
        requireRight(service, result, "that it was sent while it was looked at");
    }

    /** Sends requests and counts errors; ends early where most requests fail. */
    private LoadResult run(ServiceProcess service, Load load, long ofRequests) throws IOException {
        return LoadClient.run(
                service.address(),
                source(service, ofRequests),
                load.endingAfter(Math.max(MIN_FAILURES, load.requests() / 2 + 1)));
    }

    /**
     * Checks that each request was sent: an unsent one was not measured. Checks that answers got other lengths under load
     * as often as those of the other services, and were not replaced by one other answer: an error page may have status
     * 200.
     *
     * @throws WrongAnswerException if one was never sent, or answers differ
     */
    @Override
    public Map<Metric, Double> observed(ServiceProcess service) throws WrongAnswerException {
        for (int i = 0; i < weights.length; i++) {
            FileRequest request = requests.get(i);
            if (sent.get(i) == 0) {
                throw new WrongAnswerException(
                        request.place() + ": " + request.name()
                                + " was never sent while it was measured: the weights of the others are too large, or there are too many");
            }
            lengths.check(request, i, agreement.length(i));
        }
        lengths.check(service.variant());
        return Map.of();
    }
}
