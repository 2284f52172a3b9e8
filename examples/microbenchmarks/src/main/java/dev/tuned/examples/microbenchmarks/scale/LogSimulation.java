/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

import org.HdrHistogram.Histogram;

/** The protocol of the invalidation log, event by event in virtual time. What it counts after the warm-up is the load. */
final class LogSimulation {

    /** Nodes whose delays are taken down; all are counted. */
    private static final int LISTENERS = 16;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<Batch> log = new ArrayList<>();
    private final Histogram delays = new Histogram(3);
    private final Cluster cluster;
    private final SplittableRandom random;
    private final Node[] nodes;
    private final double start;
    private final double end;
    private double now;
    private long operations;
    private long onCounter;
    private double bytes;

    /**
     * Prepares a run.
     *
     * @param seconds of virtual time, after two polls that do not count
     * @param seed of all that is random
     */
    LogSimulation(Cluster cluster, double seconds, long seed) {
        this.cluster = cluster;
        this.random = new SplittableRandom(seed);
        this.start = 2 * cluster.poll();
        this.end = start + seconds;
        this.nodes = new Node[cluster.nodes()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node(i);
        }
    }

    private record Event(double time, Runnable action) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            return Double.compare(time, other.time);
        }
    }

    private record Batch(Node writer, double[] writtenAt) {}

    Load run() {
        nextWrite();
        for (Node node : nodes) {
            at(random.nextDouble(cluster.poll()), node::poll);
        }
        while (now < end) {
            Event event = events.remove();
            now = event.time();
            event.action().run();
        }
        double seconds = end - start;
        return new Load(
                operations / seconds,
                onCounter / seconds,
                bytes / seconds,
                delays.getMean() / 1e6,
                delays.getValueAtPercentile(99) / 1e6);
    }

    private void at(double time, Runnable action) {
        events.add(new Event(time, action));
    }

    private void nextWrite() {
        at(now - Math.log(1 - random.nextDouble()) / cluster.writes(), () -> {
            nodes[random.nextInt(nodes.length)].write();
            nextWrite();
        });
    }

    private boolean counts() {
        return now >= start;
    }

    private void counterOperation() {
        if (counts()) {
            operations++;
            onCounter++;
            bytes += Cluster.COUNTER_BYTES;
        }
    }

    private void batchOperation(Batch batch) {
        if (counts()) {
            operations++;
            bytes += Cluster.BATCH_BYTES + Cluster.KEY_BYTES * batch.writtenAt().length;
        }
    }

    private final class Node {

        private final boolean listens;
        private List<Double> waiting = new ArrayList<>();
        private boolean busy;
        private int position;

        Node(int index) {
            this.listens = index < LISTENERS;
        }

        void write() {
            waiting.add(now);
            if (!busy) {
                openWindow();
            }
        }

        private void openWindow() {
            busy = true;
            at(now + cluster.batchWindow(), this::takeBatch);
        }

        private void takeBatch() {
            Batch batch = new Batch(
                    this, waiting.stream().mapToDouble(Double::doubleValue).toArray());
            waiting = new ArrayList<>();
            at(now + cluster.roundTrip() / 2, () -> {
                counterOperation();
                log.add(batch);
            });
            at(now + cluster.roundTrip() * 3 / 2, () -> batchOperation(batch));
            at(now + cluster.roundTrip() * 2, this::written);
        }

        private void written() {
            if (waiting.isEmpty()) {
                busy = false;
            } else {
                openWindow();
            }
        }

        private void poll() {
            double asked = now;
            at(now + cluster.roundTrip() / 2, () -> {
                counterOperation();
                int count = log.size();
                at(now + cluster.roundTrip() / 2, () -> fetch(asked, count));
            });
        }

        private void fetch(double asked, int count) {
            int gets = 0;
            for (Batch batch : log.subList(position, count)) {
                if (batch.writer() != this) {
                    batchOperation(batch);
                    gets++;
                    arrived(batch, now + (1 + (gets - 1) / Cluster.READS_AT_ONCE) * cluster.roundTrip());
                }
            }
            position = count;
            int rounds = (gets + Cluster.READS_AT_ONCE - 1) / Cluster.READS_AT_ONCE;
            at(Math.max(asked + cluster.poll(), now + rounds * cluster.roundTrip()), this::poll);
        }

        private void arrived(Batch batch, double time) {
            if (listens && counts()) {
                for (double written : batch.writtenAt()) {
                    delays.recordValue(Math.round((time - written) * 1e6));
                }
            }
        }
    }
}
