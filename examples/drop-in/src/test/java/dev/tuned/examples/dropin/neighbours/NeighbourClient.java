/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Starter;

/** Sends requests to one of the two applications, with one starter or none, and records what comes, neighbour by neighbour. */
abstract class NeighbourClient {

    private final RunningApplication application;
    private final Recording recording;
    private final Starter starter;
    private final String counter;
    private final List<String> served = new ArrayList<>();
    private final StringBuilder seen = new StringBuilder();
    private int meterPort;
    private String neighbour = "";
    private int logged;

    /** @param counter of what the starter does, by the name that Prometheus gets */
    NeighbourClient(RunningApplication application, Recording recording, Starter starter, String counter) {
        this.application = application;
        this.recording = recording;
        this.starter = starter;
        this.counter = counter;
        this.meterPort = application.port();
    }

    /** Something to send. */
    @FunctionalInterface
    interface Steps {

        void run() throws Exception;
    }

    /** Sends {@code steps} past a neighbour, which has to show all of {@code shown}, while the starter does its part. */
    void past(String name, Steps steps, String... shown) throws Exception {
        past(name, true, steps, shown);
    }

    /** The same where stock, or neither of the two, does that. */
    void pastLeftToStock(String name, Steps steps, String... shown) throws Exception {
        past(name, false, steps, shown);
    }

    private void past(String name, boolean ours, Steps steps, String... shown) throws Exception {
        long before = count();
        log();
        neighbour = name;
        seen.setLength(0);
        steps.run();
        long count = count() - before;
        seen.append(meters());
        if (hasStarter()) {
            if (count > 0 != ours) {
                throw new AssertionError("past " + name + " the " + starter + " starter served " + count + " requests");
            }
            served.add(name + " " + (ours ? count + " times" : "by stock"));
        }
        NeighbourScenario.require(seen.toString(), shown);
    }

    RawHttp.Answer get(String path, String... headers) throws IOException {
        return record("GET " + path, RawHttp.get(port(), path, headers));
    }

    /** A file that the neighbour wrote, with what it has to show there. */
    void recordFile(String name, String file, String shown) {
        String text = application.file(file);
        recording.add(name, "file", text);
        NeighbourScenario.require(text, shown);
    }

    /** Standard error so far, with what the neighbour has to show there; it is compared when the process has ended. */
    void requireErrors(String shown) {
        NeighbourScenario.require(application.errors(), shown);
    }

    /** Records an answer and what was logged until it came, as a case of the neighbour. */
    RawHttp.Answer record(String name, RawHttp.Answer answer) {
        String log = log();
        answer.recordAs(neighbour + ": " + name, recording);
        recording.add(neighbour + ": " + name, "log", log);
        seen.append(answer.head())
                .append('\n')
                .append(answer.body())
                .append('\n')
                .append(log);
        return answer;
    }

    /** Records something else of a case of the neighbour. */
    void record(String name, String aspect, Object value) {
        recording.add(neighbour + ": " + name, aspect, value);
    }

    /** How often the starter served for whom, or nothing of the application without it. */
    String served() {
        return String.join(", ", served);
    }

    RunningApplication application() {
        return application;
    }

    int port() {
        return application.port();
    }

    boolean hasStarter() {
        return application.has(starter);
    }

    /** Asks the application where its actuator is. */
    int managementPort() throws IOException {
        meterPort = Integer.parseInt(RawHttp.get(port(), "/management-port").body());
        return meterPort;
    }

    /** What the application logged since this was last asked for. */
    private String log() {
        String all = application.file("app.log");
        String more = all.substring(logged);
        logged = all.length();
        return more;
    }

    private long count() {
        return ServedCounts.of(meters(), Map.of(starter, counter)).counts().getOrDefault(starter, 0L);
    }

    /** What Prometheus gets. */
    String meters() {
        try {
            return RawHttp.get(meterPort, "/actuator/prometheus").body();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
