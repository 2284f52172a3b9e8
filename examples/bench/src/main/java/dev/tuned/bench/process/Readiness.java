/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Waits until a service is ready.
 *
 * @param path what it answers with status 200 then; empty where any answer will do
 * @param longestNotReady how long the path may be answered with another status
 * @param say takes a line now and then
 */
record Readiness(ServiceProcess service, String path, Duration longestNotReady, Consumer<String> say) {

    private static final long POLL_MILLIS = 20;

    /** A slow start is not stuck: on a busy machine it takes minutes. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    /** One that runs already needs no time to start. */
    private static final Duration RUNNING_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration SAY_EVERY = Duration.ofSeconds(10);

    /** The number of ports that are tried where another process takes them first. */
    private static final int MAX_PORTS = 3;

    void await() throws IOException, InterruptedException {
        Duration longest = service.wasRunning() ? RUNNING_TIMEOUT : START_TIMEOUT;
        long begin = System.nanoTime();
        long answered = 0;
        long said = begin;
        int ports = 1;
        // An answer on the port of a process that has ended comes from another process.
        for (int status = status(); !isReady(status) || service.hasEnded(); status = status()) {
            long now = System.nanoTime();
            if (service.endsWithin(POLL_MILLIS)) {
                boolean isTaken = service.portInUse() == service.address().getPort();
                if (!isTaken || ports == MAX_PORTS) {
                    throw service.died(" while starting");
                }
                ports++;
                service.startOnAFreePort();
            }
            answered = status < 0 ? 0 : answered == 0 ? now : answered;
            if (answered > 0 && now - answered > longestNotReady.toNanos()) {
                throw service.failed("was not ready after " + longestNotReady.toSeconds() + " s: it " + how(status)
                        + ", and 200 is what --ready waits for");
            }
            if (now - begin > longest.toNanos()) {
                throw service.failed("was not ready after " + longest.toSeconds() + " s: it " + how(status));
            }
            if (now - said > SAY_EVERY.toNanos()) {
                said = now;
                say.accept("waiting for " + service.name() + ", which " + how(status) + " after "
                        + (now - begin) / 1_000_000_000 + " s");
            }
        }
    }

    /** The status of the answer; -1 where there is none. */
    private int status() throws InterruptedException {
        try {
            return service.get(path.isEmpty() ? "/" : path).statusCode();
        } catch (IOException ex) {
            return -1;
        }
    }

    private boolean isReady(int status) {
        return path.isEmpty() ? status > 0 : status == 200;
    }

    /** How the service answers; where it does not and listens on other ports, on which. */
    private String how(int status) {
        if (status >= 0) {
            return "answers " + path + " with " + status;
        }
        int port = service.address().getPort();
        List<Integer> ports = service.process()
                .map(process -> Sockets.listening(process.pid()))
                .orElse(List.of());
        return "gives no answer yet"
                + (ports.isEmpty() || ports.contains(port)
                        ? ""
                        : " on port " + port + " and listens on "
                                + ports.stream().map(String::valueOf).collect(Collectors.joining(", "))
                                + ", so that its code may set server.port");
    }
}
