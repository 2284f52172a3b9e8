/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.logging;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import com.example.logs.EndApplication;
import com.example.logs.FailingApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** What is in the file and on the console when an application has ended, in one of several ways. */
abstract class EndScenario implements Scenario {

    /** So slow that what waits to be written when the JVM ends is not a matter of chance. */
    private static final String SLOW = "--logging.config=classpath:logging/configurations/slow.xml";

    private final Class<?> main;
    private final String[] arguments;

    EndScenario(String... arguments) {
        this(EndApplication.class, arguments);
    }

    EndScenario(Class<?> main, String... arguments) {
        this.main = main;
        this.arguments = arguments;
    }

    @Override
    public Application application() {
        return Application.of(main, ClassPath.of("spring-boot-starter"))
                .arguments(
                        "--logging.file.name=log",
                        "--logging.pattern.file=%-5level %logger %msg%n",
                        "--logging.level.org.springframework=warn")
                .arguments(arguments);
    }

    @Override
    public Duration patience() {
        return Duration.ofMinutes(4);
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        application.awaitEnd();
        Path file = application.directory().resolve("log");
        String[] lines = Files.readString(file).strip().split("\n");
        recording.add("file", "last line", lines[lines.length - 1]);
        recording.add("file", "log", String.join("\n", lines));
    }

    static class EndByReturnScenario extends EndScenario {}

    static class EndByCloseScenario extends EndScenario {
        EndByCloseScenario() {
            super("--end=close");
        }
    }

    static class EndByExitScenario extends EndScenario {
        EndByExitScenario() {
            super("--end=exit");
        }
    }

    static class EndWithoutHookScenario extends EndScenario {
        EndWithoutHookScenario() {
            super("--end=exit-only", "--logging.register-shutdown-hook=false");
        }
    }

    static class EndByExceptionScenario extends EndScenario {
        EndByExceptionScenario() {
            super("--end=uncaught");
        }
    }

    static class EndWithLoggingHookScenario extends EndScenario {
        EndWithLoggingHookScenario() {
            super("--end=hook");
        }
    }

    static class EndByHaltScenario extends EndScenario {
        EndByHaltScenario() {
            super("--end=halt", SLOW);
        }
    }

    static class EndByMemoryScenario extends EndScenario {
        EndByMemoryScenario() {
            super("--end=out-of-memory", SLOW);
        }

        @Override
        public Application application() {
            return super.application().jvmOptions("-XX:+ExitOnOutOfMemoryError");
        }
    }

    static class EndBySignalScenario extends EndScenario {
        EndBySignalScenario() {
            super("--end=wait");
        }

        @Override
        public void exercise(RunningApplication application, Recording recording) throws Exception {
            while (!application.output().contains("last line")) {
                Thread.sleep(20);
            }
            application.stop();
            super.exercise(application, recording);
        }
    }

    static class EndAtStartScenario extends EndScenario {
        EndAtStartScenario() {
            super(FailingApplication.class);
        }
    }
}
