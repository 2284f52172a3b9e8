/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

import com.example.files.FilesApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Static resources in most of the ways that Spring MVC has, by requests of all shapes. */
class StaticFilesScenario implements Scenario {

    private static final List<String> KEPT = List.of(
            "GET /site/1.bin",
            "GET /site/49k.bin",
            "HEAD /site/49k.bin",
            "GET /site/1m.bin",
            "GET /site/49k.txt || If-Modified-Since: Mon, 01 Jan 2024 00:00:00 GMT",
            "GET /site/1m.bin || Range: bytes=1-60000",
            "GET /own/49k.bin",
            "GET /site/1.txt");

    @Override
    public Application application() {
        return Application.of(FilesApplication.class, ClassPath.of("spring-boot-starter-webmvc"))
                .arguments(
                        "--server.tomcat.accesslog.enabled=true",
                        "--server.tomcat.accesslog.directory=logs",
                        "--server.tomcat.accesslog.file-date-format=",
                        "--server.tomcat.accesslog.buffered=false",
                        "--server.tomcat.accesslog.pattern=%m %U%q %H %s %b",
                        "--server.tomcat.basedir=tomcat");
    }

    @Override
    public boolean inSlice() {
        return true;
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        int port = application.port();
        RequestTable.play(
                RequestTable.read("static-requests.txt"), request -> RawHttp.exchange(port, request), recording);
        String log = Files.readString(application.directory().resolve("tomcat/logs/access_log.log"));
        // A boundary between ranges has a random length.
        recording.add("access log", "lines", log.replaceAll(" 206 \\d+", " 206 <length>"));
        oneAfterAnother(port, recording);
        pipelined(port, recording);
        changes(port, application.directory().resolve("site"), recording);
        clientsThatGoAway(port, recording);
    }

    private static void oneAfterAnother(int port, Recording recording) throws IOException {
        try (KeptConnection connection = new KeptConnection(port)) {
            for (int i = 0; i < KEPT.size(); i++) {
                connection.send(RequestTable.text(KEPT.get(i), "keep-alive", null));
                connection.read(KEPT.get(i).startsWith("GET")).recordAs("kept connection " + i, recording);
            }
        }
    }

    private static void pipelined(int port, Recording recording) throws IOException {
        try (KeptConnection connection = new KeptConnection(port)) {
            StringBuilder all = new StringBuilder();
            for (String request : KEPT) {
                all.append(RequestTable.text(request, "keep-alive", null));
            }
            connection.send(all.toString());
            for (int i = 0; i < KEPT.size(); i++) {
                connection.read(KEPT.get(i).startsWith("GET")).recordAs("pipelined " + i, recording);
            }
        }
    }

    /** Files that are changed, deleted and made between requests. */
    private static void changes(int port, Path site, Recording recording) throws IOException {
        Path file = site.resolve("changing.txt");
        for (int size : new int[] {10, 60_000, 55_000, 0, 49_152, 5}) {
            Files.write(file, "x".repeat(size).getBytes());
            Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_700_000_000L + size)));
            get(port, "/site/changing.txt", "changed to " + size, recording);
            get(port, "/chain/changing.txt", "changed to " + size + ", cached chain", recording);
            get(port, "/versioned/changing.txt", "changed to " + size + ", versioned", recording);
        }
        Files.delete(file);
        get(port, "/site/changing.txt", "deleted", recording);
        get(port, "/chain/changing.txt", "deleted, cached chain", recording);
        Files.createDirectory(file);
        get(port, "/site/changing.txt", "a directory now", recording);
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("49k.txt"));
        get(port, "/site/changing.txt", "a link now", recording);
        get(port, "/site/new.bin", "not yet there", recording);
        Files.write(site.resolve("new.bin"), new byte[50_000]);
        Files.setLastModifiedTime(site.resolve("new.bin"), FileTime.from(Instant.ofEpochSecond(1_700_000_000L)));
        get(port, "/site/new.bin", "there now", recording);
        get(port, "/optimized/new.bin", "there now, optimized", recording);
        Files.createDirectory(site.resolveSibling("missing"));
        Files.write(site.resolveSibling("missing/late.txt"), new byte[50_000]);
        get(port, "/both/late.txt", "location made after the start", recording);
        get(port, "/optimized/late.txt", "location made after the start, optimized", recording);
    }

    private static void get(int port, String path, String name, Recording recording) throws IOException {
        RawHttp.get(port, path).recordAs("file " + name, recording);
    }

    private static void clientsThatGoAway(int port, Recording recording) throws IOException {
        for (int i = 0; i < 10; i++) {
            try (KeptConnection connection = new KeptConnection(port)) {
                connection.send(RequestTable.text("GET /site/1m.bin", "keep-alive", null));
                connection.read(100 * i + 1);
            }
        }
        RawHttp.get(port, "/site/1m.bin").recordAs("after clients that went away", recording);
    }

    @Override
    public String normalize(String text) {
        return Traces.without(text);
    }
}
