/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ScheduledExecutorService;

import dev.tuned.cache.store.L2Store;

/** Logs of several processes on one server, in virtual time, for tests of whole caches. */
public final class SimulatedNetwork {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration RETENTION = Duration.ofSeconds(30);
    private static final LogSettings SETTINGS = LogSettings.of(POLL, RETENTION, GRACE, Duration.ofMillis(10));

    /** Answers and batch windows. */
    private static final Duration SLACK = Duration.ofMillis(50);

    /** How long after the last fault a change may take: an operation that runs, a repetition, a poll, and a gap. */
    public static final Duration BOUND = LogStore.TIMEOUT
            .multipliedBy(2)
            .plus(LogWriter.MAX_RETRY_PAUSE)
            .plus(POLL.multipliedBy(2))
            .plus(GRACE)
            .plus(SLACK);

    /** How long a change of L1 may take without a fault. */
    public static final Duration CALM = POLL.plus(SLACK);

    /**
     * How long a change of L2 may take without a fault: one in a generation that another process has just ended is repeated
     * when that is known, and reported again.
     */
    public static final Duration CALM_L2 = CALM.multipliedBy(2).plusMillis(200);

    private final VirtualTime time = new VirtualTime();
    private final SimulatedServer server;
    private final Random random;
    private final List<Line> lines = new ArrayList<>();
    private long faultsEnd;

    public SimulatedNetwork(long seed) {
        this.server = new SimulatedServer(time, seed);
        this.random = new Random(seed);
    }

    /** One process's log. */
    public final class Line implements AutoCloseable {

        private final SimulatedServer.Client client = server.new Client();
        private final ProcessTimer timer = new ProcessTimer(time);
        private final ProcessScheduler scheduler = new ProcessScheduler(timer);
        private final CouchbaseInvalidationLog log = new CouchbaseInvalidationLog(client, SETTINGS, "cache", timer);

        public InvalidationChannel channel() {
            return log;
        }

        /** L2 of this process, on the same server and connection as its log. */
        public L2Store store() {
            return client.immediate();
        }

        /** What this process does later, which waits while it stands still. */
        public ScheduledExecutorService scheduler() {
            return scheduler;
        }

        /** The process ends without a word: real time would pass while the others are told. */
        @Override
        public void close() {
            timer.die();
            scheduler.shutdownNow();
        }

        public boolean isRunning() {
            return timer.isRunning();
        }
    }

    public Line line() {
        Line line = new Line();
        lines.add(line);
        return line;
    }

    public long now() {
        return time.now();
    }

    public void pass(Duration duration) {
        time.pass(duration);
    }

    /** When the last fault is over. */
    public long faultsEnd() {
        return faultsEnd;
    }

    /** Something happens to the server, or to one of the processes; what it is. */
    public String fault() {
        Line victim = lines.get(random.nextInt(lines.size()));
        Duration duration = Duration.ofMillis(random.nextInt(8_000));
        String name = switch (random.nextInt(7)) {
            case 0 -> {
                victim.timer.pause(duration);
                yield "pause";
            }
            case 1 -> outage(List.of(victim), duration);
            case 2 -> outage(lines, duration);
            case 3 -> {
                victim.client.dropNextBatch = true;
                yield "batch lost";
            }
            case 4 -> {
                victim.client.loseNextAnswer = true;
                victim.client.loseNextChange = true;
                yield "answer lost";
            }
            case 5 -> {
                server.flush();
                yield "flush";
            }
            default -> {
                victim.timer.pause(RETENTION.plus(duration));
                duration = RETENTION.plus(duration);
                yield "long pause";
            }
        };
        faultsEnd = Math.max(faultsEnd, time.now() + duration.toNanos());
        return name;
    }

    private String outage(List<Line> victims, Duration duration) {
        boolean silent = random.nextBoolean();
        for (Line victim : victims) {
            victim.client.down = true;
            victim.client.silent = silent;
            time.at(time.now() + duration.toNanos(), () -> victim.client.down = false);
        }
        return "outage of " + victims.size();
    }
}
