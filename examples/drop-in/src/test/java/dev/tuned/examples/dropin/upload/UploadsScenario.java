/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.example.uploads.UploadsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Sends uploads and records the answers, and what the application logged meanwhile, as aspects of one case. */
abstract class UploadsScenario implements Scenario {

    @Override
    public Application application() {
        return logging(Application.of(UploadsApplication.class, ClassPath.of("spring-boot-starter-webmvc")));
    }

    /** To a file without stack traces, to see what belongs to which request. */
    static Application logging(Application application) {
        return application.arguments(
                "--logging.file.name=app.log",
                "--logging.threshold.console=OFF",
                "--logging.pattern.file=%-5level %logger %msg%n%nopex",
                "--server.tomcat.connection-timeout=2s");
    }

    @Override
    public final void exercise(RunningApplication application, Recording recording) throws Exception {
        if (!application.isWeb()) {
            return;
        }
        new Session(application, recording).run(this);
    }

    abstract void use(Session session) throws Exception;

    /** One of the two applications. */
    static final class Session {

        private final RunningApplication application;
        private final Recording recording;
        private final Path log;
        private long logged;

        private Session(RunningApplication application, Recording recording) {
            this.application = application;
            this.recording = recording;
            log = application.directory().resolve("app.log");
        }

        private void run(UploadsScenario scenario) throws Exception {
            recordLog("start");
            scenario.use(this);
        }

        RunningApplication application() {
            return application;
        }

        Recording recording() {
            return recording;
        }

        /** To each of its targets below {@code prefix}. */
        void send(Upload upload, String prefix) throws IOException {
            for (String target : upload.targets()) {
                record(upload.name(), target + " ", upload.send(application.port(), prefix + target));
            }
            recordLog(upload.name());
        }

        /** To one path. */
        RawHttp.Answer sendTo(String path, Upload upload) throws IOException {
            RawHttp.Answer answer = upload.send(application.port(), path);
            record(upload.name(), "", answer);
            recordLog(upload.name());
            return answer;
        }

        RawHttp.Answer get(String name, String path, String... headers) throws IOException {
            RawHttp.Answer answer = RawHttp.get(application.port(), path, headers);
            record(name, "", answer);
            recordLog(name);
            return answer;
        }

        private void record(String name, String prefix, RawHttp.Answer answer) {
            recording.add(name, prefix + "status", answer.status());
            recording.add(name, prefix + "head", answer.head());
            recording.add(name, prefix + "body", answer.body());
            recording.add(name, prefix + "end", answer.end());
        }

        private void recordLog(String name) throws IOException {
            if (Files.exists(log)) {
                byte[] all = Files.readAllBytes(log);
                recording.add(name, "log", new String(all, (int) logged, (int) (all.length - logged)));
                logged = all.length;
            }
        }
    }
}
