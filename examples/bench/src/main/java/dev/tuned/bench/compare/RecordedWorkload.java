/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;
import dev.tuned.bench.requests.FileRequest;
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

    /** Services may differ by this much in how many answers have another length than before the load. */
    private static final double OTHER_LENGTHS = 0.05;

    /** Standard deviations that chance alone does not reach. */
    private static final double NO_CHANCE = 5;

    /** The right answers of a service, and those with another length than was agreed on before the load. */
    private record Lengths(LongAdder all, LongAdder other) {

        void add(boolean agreed) {
            all.increment();
            other.add(agreed ? 0 : 1);
        }

        double share() {
            return other.sum() / count();
        }

        private double count() {
            return Math.max(1, all.sum());
        }

        boolean differsFrom(Lengths another) {
            double both = (other.sum() + another.other.sum()) / (count() + another.count());
            double deviation = Math.sqrt(both * (1 - both) * (1 / count() + 1 / another.count()));
            return Math.abs(share() - another.share()) > Math.max(OTHER_LENGTHS, NO_CHANCE * deviation);
        }
    }

    private final List<FileRequest> requests;
    /** The requests in bytes, by the variant that they are for. */
    private final Map<String, List<LoadRequest>> bytes = new ConcurrentHashMap<>();

    private final Map<String, Lengths> lengths = new ConcurrentHashMap<>();
    private final List<ReplacedAnswers> replaced;
    private final int[] weights;
    private final AtomicIntegerArray sent;
    private final Agreement agreement;
    private final int connections;
    private final @Nullable Double rate;
    private final WarmUp warmUp;
    private final Consumer<String> announce;
    private int lastSlice = -1;
    private long sliceRequests;

    /** Requests per second of the slowest service since the last slice began. */
    private volatile double slowest;

    /**
     * Creates a workload.
     *
     * @param connections how many connections carry the requests
     * @param rate requests per second that start whatever the service does, or {@code null} for a closed loop
     * @param warmUp ends the warm-up, of all services together
     * @param announce takes lines for people
     */
    public RecordedWorkload(
            List<FileRequest> requests,
            Agreement agreement,
            int connections,
            @Nullable Double rate,
            WarmUp warmUp,
            Consumer<String> announce) {
        this.requests = requests;
        this.agreement = agreement;
        this.connections = connections;
        this.rate = rate;
        this.warmUp = warmUp;
        this.announce = announce;
        this.replaced =
                Stream.generate(ReplacedAnswers::new).limit(requests.size()).toList();
        this.weights = requests.stream().mapToInt(FileRequest::weight).toArray();
        this.sent = new AtomicIntegerArray(weights.length);
    }

    private List<LoadRequest> bytes(ServiceProcess service) {
        return bytes.computeIfAbsent(
                service.variant(),
                variant -> IntStream.range(0, requests.size())
                        .mapToObj(i -> bytes(service.host(), i, lengths(variant)))
                        .toList());
    }

    private Lengths lengths(String variant) {
        return lengths.computeIfAbsent(variant, ignored -> new Lengths(new LongAdder(), new LongAdder()));
    }

    private LoadRequest bytes(String host, int index, Lengths counted) {
        FileRequest request = requests.get(index);
        Expectation expectation = agreement.expectation(index);
        return LoadRequest.of(
                request.method(),
                request.target(),
                host,
                request.headers(),
                request.body().bytes(),
                answer -> {
                    boolean right = expectation.accepts(answer);
                    int agreed = agreement.length(index);
                    if (right && agreed >= 0) {
                        counted.add(answer.bodyLength() == agreed);
                        replaced.get(index).add(agreed, answer.bodyLength());
                    }
                    return right;
                });
    }

    private Supplier<LoadRequest> source(ServiceProcess service, long seed) {
        Deck deck = new Deck(weights, seed);
        List<LoadRequest> all = bytes(service);
        return () -> all.get(deck.next());
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
        try {
            for (int i = 0; i < requests.size(); i++) {
                check(service, i);
            }
        } catch (IOException ex) {
            warmUp.failed(ex);
            throw ex;
        }
    }

    private void check(ServiceProcess service, int index) throws IOException, InterruptedException {
        try {
            Answer answer = Exchange.send(service.address(), bytes(service).get(index));
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
    public LoadResult warmUp(ServiceProcess service) throws IOException, InterruptedException {
        try {
            WarmUp.Watch watch = warmUp.watch();
            while (true) {
                long round = watch.nextRound();
                Usage before = service.usage();
                LoadResult result =
                        run(service, Load.of(round, watch.oneAfterTheOther() ? 1 : connections, rate), watch.rounds());
                requireRight(service, result);
                String end = watch.ended(result, before, service.usage());
                if (end != null) {
                    if (slowest == 0) {
                        slowest = warmUp.slowestRate();
                    }
                    if (!end.isEmpty()) {
                        announce.accept(end);
                    }
                    return result;
                }
            }
        } catch (IOException ex) {
            warmUp.failed(ex);
            throw ex;
        }
    }

    private void requireRight(ServiceProcess service, LoadResult result) throws IOException, InterruptedException {
        if (mostFailed(result)) {
            service.requireAlive();
            throw new WrongAnswerException("'" + service.variant() + "' failed " + result.failures() + " of "
                    + result.requests() + " requests of the warm-up (compared by " + agreement + "): "
                    + result.firstFailure());
        }
    }

    private static boolean mostFailed(LoadResult result) {
        return result.failures() > result.requests() / 2;
    }

    /**
     * Sends all services the same requests in a slice. Their number is what the slowest service answered in a second or
     * so of the slice before, when each had the machine for itself; for the first slice, of the warm-up beside the
     * others.
     */
    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        if (slice != lastSlice) {
            lastSlice = slice;
            // Fewer than the connections would show nothing of how they queue.
            long least = rate == null ? (long) ROUND_TRIPS * connections : MIN_REQUESTS;
            sliceRequests = Math.min(MAX_REQUESTS, Math.max(least, Math.round(slowest * SLICE_SECONDS)));
            slowest = Double.POSITIVE_INFINITY;
        }
        Deck same = new Deck(weights, slice + 1L);
        for (long i = 0; i < sliceRequests; i++) {
            sent.incrementAndGet(same.next());
        }
        LoadResult result = run(service, Load.of(sliceRequests, connections, rate), slice + 1L);
        slowest = Math.min(slowest, result.requests() * 1e9 / Math.max(1, result.nanos()));
        if (result.failures() > 0) {
            service.requireListening();
        }
        return result;
    }

    /** Sends requests that are not measured until a condition ends them; those without an answer by then get none. */
    public LoadResult load(ServiceProcess service, BooleanSupplier over) throws IOException {
        Load load = Load.of(ENDLESS, connections, rate);
        return LoadClient.run(
                service.address(), source(service, 1), load.whateverFails().until(over));
    }

    /** Sends requests and counts errors; ends early where most requests fail. */
    private LoadResult run(ServiceProcess service, Load load, long seed) throws IOException {
        return LoadClient.run(
                service.address(),
                source(service, seed),
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
            if (replaced.get(i).areMost()) {
                throw new WrongAnswerException(
                        request.place() + ": " + request.name() + ": under load most answers have "
                                + replaced.get(i).length() + " bytes, and " + agreement.length(i)
                                + " before it, such as a page that says what went wrong; if they are right, use --compare status");
            }
        }
        Lengths own = lengths(service.variant());
        for (Map.Entry<String, Lengths> other : lengths.entrySet()) {
            if (own.differsFrom(other.getValue())) {
                throw new WrongAnswerException(String.format(
                        Locale.ROOT,
                        "under load %.0f %% of the answers of '%s' and %.0f %% of '%s' have another length than before it; if both"
                                + " are right, use --compare status",
                        100 * own.share(),
                        service.variant(),
                        100 * other.getValue().share(),
                        other.getKey()));
            }
        }
        return Map.of();
    }
}
