/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;

/** The developer tools restart the application when a trigger file changes; the requests are sent to what started then. */
class DeskRestartedScenario extends DeskScenario {

    @Override
    public Application application() {
        return desk(CLASS_PATH.and("spring-boot-devtools"))
                .arguments(
                        "--spring.web.error.include-stacktrace=never",
                        "--spring.devtools.livereload.enabled=false",
                        "--spring.devtools.restart.additional-paths=watched",
                        "--spring.devtools.restart.trigger-file=.trigger",
                        "--spring.devtools.restart.poll-interval=200ms",
                        "--spring.devtools.restart.quiet-period=100ms");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        RawHttp.get(application.port(), "/tickets/1").recordAs("before the restart", recording);
        Path watched = Files.createDirectories(application.directory().resolve("watched"));
        Files.writeString(watched.resolve(".trigger"), "now");
        long end = System.nanoTime() + patience().toNanos();
        while (!hasRestarted(application)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("no restart: " + application.output());
            }
            Thread.sleep(50);
        }
        super.exercise(application, recording);
    }

    private static boolean hasRestarted(RunningApplication application) {
        try {
            return RawHttp.get(application.port(), "/starts").body().equals("2");
        } catch (IOException ex) {
            return false;
        }
    }
}
