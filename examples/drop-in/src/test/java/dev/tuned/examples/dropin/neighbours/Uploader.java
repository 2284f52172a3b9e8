/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Starter;

/** Sends uploads to one of the two applications and records what comes, neighbour by neighbour. */
final class Uploader {

    private static final String QUERY = "?field=query&query=%C3%A4+%3C";

    /** Requests that the starter read, by the name that Prometheus gets. */
    private static final Map<Starter, String> COUNTERS = Map.of(Starter.UPLOAD, "tuned_upload_requests_seconds_count");

    private final RunningApplication application;
    private final Recording recording;
    private final List<String> served = new ArrayList<>();
    private final StringBuilder seen = new StringBuilder();
    private String neighbour = "";
    private int logged;

    Uploader(RunningApplication application, Recording recording) {
        this.application = application;
        this.recording = recording;
    }

    /** Something to send. */
    @FunctionalInterface
    interface Steps {

        void run() throws Exception;
    }

    /** Sends {@code steps} past a neighbour, who has to show all of {@code shown}, while the starter reads what it gets to read. */
    void past(String name, Steps steps, String... shown) throws Exception {
        past(name, true, steps, shown);
    }

    /** The same where stock reads, or nobody. */
    void pastLeftToStock(String name, Steps steps, String... shown) throws Exception {
        past(name, false, steps, shown);
    }

    private void past(String name, boolean ours, Steps steps, String... shown) throws Exception {
        long before = read();
        log();
        neighbour = name;
        seen.setLength(0);
        steps.run();
        long count = read() - before;
        seen.append(meters());
        if (application.has(Starter.UPLOAD)) {
            if (count > 0 != ours) {
                throw new AssertionError("past " + name + " the upload starter read " + count + " requests");
            }
            served.add(name + " " + (ours ? count + " times" : "by stock"));
        }
        NeighbourScenario.require(seen.toString(), shown);
    }

    /** What every neighbour gets that uploads can come past. */
    void usual(String path, String... headers) throws IOException {
        taken(path, headers);
        send(Form.multipart(path + "/files" + QUERY, 2_200_000), headers);
        send(Form.multipart(path + "/parts", 5_000).cutOff(), headers);
    }

    /** The same without what is refused. */
    void taken(String path, String... headers) throws IOException {
        send(Form.urlencoded(path + "/form" + QUERY, "field=first&other=%E2%82%AC&field=second"), headers);
        send(Form.multipart(path + "/files" + QUERY, 5_000), headers);
        send(Form.multipart(path + "/parts" + QUERY, 1_300_000), headers);
        send(Form.multipart(path + "/failing", 5_000), headers);
    }

    RawHttp.Answer send(Form form, String... headers) throws IOException {
        Form sent = headers.length == 0 ? form : form.with(headers);
        return record(
                form.path().replaceAll("\\?.*", "") + ", " + form.name(),
                RawHttp.exchange(application.port(), sent.request()));
    }

    RawHttp.Answer get(String path, String... headers) throws IOException {
        return record("GET " + path, RawHttp.get(application.port(), path, headers));
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

    private RawHttp.Answer record(String name, RawHttp.Answer answer) {
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

    /** How often the starter read for whom, or nothing of the application without it. */
    String served() {
        return String.join(", ", served);
    }

    /** What the application logged since this was last asked for. */
    private String log() {
        String all = application.file("app.log");
        String more = all.substring(logged);
        logged = all.length();
        return more;
    }

    private long read() throws IOException {
        return Served.of(meters(), COUNTERS).counts().getOrDefault(Starter.UPLOAD, 0L);
    }

    private String meters() throws IOException {
        return RawHttp.get(application.port(), "/actuator/prometheus").body();
    }
}
