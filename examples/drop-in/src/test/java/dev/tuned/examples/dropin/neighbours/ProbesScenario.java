/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.io.IOException;
import java.util.List;

import com.example.neighbours.probes.ProbesApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.RawHttp;

/** Health probes wherever Boot puts them, while the limit of requests is full: of those that have a thread, and of asynchronous ones. */
class ProbesScenario extends FileNeighboursScenario {

    private static final int LIMIT = 2;

    @Override
    public Application application() {
        return files(ProbesApplication.class)
                .arguments(
                        "--tuned.threads.web.max-concurrency=" + LIMIT,
                        "--tuned.threads.web.max-wait=0",
                        "--spring.web.resources.static-locations=file:site/",
                        "--management.endpoint.health.probes.enabled=true",
                        "--management.endpoint.health.probes.add-additional-paths=true",
                        "--management.endpoint.health.group.live.include=ping",
                        "--management.endpoint.health.group.live.show-components=always",
                        "--management.endpoint.health.group.live.additional-path=server:/healthz",
                        "--management.endpoint.health.group.deep.include=ping,livenessState");
    }

    /** Of the main port. */
    List<String> paths() {
        return List.of(
                "/healthz",
                "/livez",
                "/readyz",
                "/actuator/health",
                "/actuator/health/live",
                "/actuator/health/deep",
                "/actuator/health/liveness",
                "/actuator/health/readiness");
    }

    /** Of the actuator's own port. */
    List<String> managementPaths() {
        return List.of();
    }

    @Override
    void use(Downloader downloader) throws Exception {
        int management = downloader.managementPort();
        downloader.past(
                "probes",
                () -> {
                    probe(downloader, management, "before");
                    full(downloader, management, "/hold/");
                    full(downloader, management, "/hold-without-thread/");
                    downloader.usual("");
                },
                "\"components\":{\"ping\":{\"status\":\"UP\"}}",
                "held until file-of-hold",
                "held until file-of-hold-without-thread");
    }

    private void full(Downloader downloader, int management, String path) throws Exception {
        try (HeldRequests held = new HeldRequests(downloader, path)) {
            for (int i = 0; i < LIMIT; i++) {
                held.send();
            }
            held.await(LIMIT);
            String status = RawHttp.get(downloader.port(), "/hello").status();
            if (!status.equals(downloader.hasStarter() ? "503" : "200")) {
                throw new AssertionError("not as full as it should be: " + status);
            }
            probe(downloader, management, "while " + path + " is full");
            held.release();
        }
        downloader.get("/hello");
    }

    private void probe(Downloader downloader, int management, String when) throws IOException {
        for (String path : paths()) {
            downloader.record(when + ": " + path, RawHttp.get(downloader.port(), path));
        }
        for (String path : managementPaths()) {
            downloader.record(when + ": management, " + path, RawHttp.get(management, path));
        }
    }
}
