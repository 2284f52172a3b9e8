/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

import com.example.shutdown.ShutdownApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;

/** What the scenarios of shutting down have in common: connections in many states when SIGTERM comes. */
final class Shutdown {

    private Shutdown() {}

    static Application application(String... arguments) {
        return Application.of(ShutdownApplication.class, ClassPath.of("spring-boot-starter-webmvc"))
                .arguments("--spring.web.resources.static-locations=file:site/")
                .arguments(arguments);
    }

    static void play(RunningApplication application, Recording recording, boolean stuck, boolean slowClient)
            throws Exception {
        int port = application.port();
        RawHttp.get(port, "/task").recordAs("task", recording);
        List<String> paths = stuck ? List.of("/stuck") : List.of("/held", "/held", "/held-async");
        List<KeptConnection> open = new ArrayList<>();
        for (String path : paths) {
            open.add(connection(port, path));
        }
        while (!RawHttp.get(port, "/under-way").body().equals(String.valueOf(paths.size()))) {
            Thread.sleep(20);
        }
        KeptConnection idle = connection(port, "/under-way");
        idle.read(true).recordAs("idle connection, before", recording);
        KeptConnection slow = slowClient ? connection(port, "/large.bin") : null;
        if (slow != null) {
            recording.add("slow client", "first bytes", slow.read(15));
        }
        // Not of the common pool, whose threads the suite may use all.
        Thread end = new Thread(() -> stop(application));
        end.start();
        if (slow != null) {
            while (!application.output().contains("Commencing graceful shutdown")) {
                Thread.sleep(20);
            }
            RawHttp.Answer rest = slow.readToEnd();
            recording.add("slow client", "rest", rest.bytes().length + " " + rest.end());
        }
        for (int i = 0; i < open.size(); i++) {
            open.get(i).readToEnd().recordAs(paths.get(i) + " " + i, recording);
        }
        recording.add("idle connection, after", "end", idle.readToEnd().end());
        end.join();
    }

    private static KeptConnection connection(int port, String path) throws Exception {
        KeptConnection connection = new KeptConnection(port);
        connection.send(RequestTable.text("GET " + path, "keep-alive", null));
        return connection;
    }

    private static void stop(RunningApplication application) {
        try {
            application.stop();
        } catch (InterruptedException ex) {
            throw new CompletionException(ex);
        }
    }
}
