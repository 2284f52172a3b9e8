/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** An application that gets the requests of a file, and is asked by the actuator what it consists of. */
abstract class HttpScenario implements Scenario {

    private static final Pattern UNSTEADY_METERS =
            Pattern.compile("^(jvm_gc|jvm_memory_usage|process_|system_|disk_)|_(max|sum)[{ ]");
    private static final Pattern LOG_LINE = Pattern.compile(
            "^(?:(?:TRACE|DEBUG|INFO|WARN|ERROR) +| *\\{.*\"log\":\\{\"level\":\"\\w+\",\"logger\":\")([\\w.$\\[\\]/-]+)");
    private static final Pattern EXCEPTION = Pattern.compile("\\.(\\w+(?:Exception|Error))\\b");
    private static final Pattern ALLOW = Pattern.compile("(?<=\nAllow: )[A-Z, ]+");

    /** The file of requests beside this class. */
    abstract String requests();

    String contextPath() {
        return "";
    }

    /** What stands before the paths of the actuator. */
    String managementPath() {
        return contextPath();
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        HttpFile.read(requests()).play(application.port(), contextPath(), recording);
        inspect(application, recording);
        logByLoggers(application, recording);
    }

    /** Endpoints of the actuator, or whatever else is no plain request. */
    void inspect(RunningApplication application, Recording recording) throws Exception {}

    /** Adds each value of a JSON document below {@code pointer}, but those whose own path has {@code ignored}. */
    final void document(String name, int port, String path, String pointer, String ignored, Recording recording)
            throws IOException {
        RawHttp.Answer answer = RawHttp.get(port, managementPath() + path);
        recording.add(name, "status", answer.status());
        Json.record(name, answer.body(), pointer, ignored, recording);
    }

    /** Adds names and tags of the meters that Prometheus gets; of a timer its count. */
    final void prometheus(int port, Recording recording) throws IOException {
        RawHttp.Answer answer = RawHttp.get(port, managementPath() + "/actuator/prometheus");
        recording.add("prometheus", "head", answer.head().replaceAll("Content-Length: \\d+", ""));
        for (String line : answer.body().split("\n")) {
            if (!line.startsWith("#") && !UNSTEADY_METERS.matcher(line).find()) {
                recording.add("meters", line.substring(0, line.lastIndexOf(' ')).replace(',', ' '), "present");
            }
        }
    }

    /** Links to the actuator's endpoints and the health of all components. */
    final void actuator(int port, Recording recording) throws IOException {
        document("endpoints", port, "/actuator", "/_links", "\\$", recording);
        document("health", port, "/actuator/health", "/components", "diskSpace/details/(free|total)", recording);
    }

    /** Adds the log once more, by loggers and exceptions: one may have a known difference where the others have none. */
    static void logByLoggers(RunningApplication application, Recording recording) throws InterruptedException {
        application.stop();
        String logger = "none";
        for (String line : application.output().lines().toList()) {
            Matcher start = LOG_LINE.matcher(line);
            if (start.find()) {
                logger = start.group(1);
                Matcher exception = EXCEPTION.matcher(line);
                if (!logger.startsWith("dev.tuned.")) {
                    logger += exception.find() ? " " + exception.group(1) : "";
                }
            }
            if (!logger.startsWith("dev.tuned.")) {
                recording.add("log", logger, line);
            }
        }
    }

    @Override
    public String normalize(String text) {
        return ALLOW.matcher(withoutFrames(text))
                .replaceAll(allow ->
                        String.join(",", new TreeSet<>(List.of(allow.group().split(", ?")))))
                .replaceAll("(?i)(jsessionid|remember-me|session)=[\\w%+/.-]{10,}", "$1=<random>")
                .replaceAll("(name=\"_csrf\"[^>]*value=\")[^\"]+", "$1<random>")
                .replaceAll("\\b[0-9A-F]{40}\\b", "<hash>")
                .replaceAll("Exposing \\d+ endpoints?", "Exposing <n> endpoints")
                .replaceAll("\\$Proxy\\d+", "\\$Proxy<n>")
                .replaceAll("\\[THYMELEAF]\\[[^]]+]", "[THYMELEAF][<thread>]")
                .replaceAll("\\d\\d:\\d\\d\\.\\d{3}s", "<duration>");
    }

    /** Without the frames of stack traces, which are no contract, and without ports of servers that are gone. */
    static String withoutFrames(String text) {
        return text.replaceAll("(?m)^\\s+(at |\\.\\.\\. \\d+ ).*\\n?", "").replaceAll("on port \\d+", "on port <port>");
    }

    /** {@code application} with the resources beside its main class, an {@code application.properties} among them. */
    static Application withResources(Application application) {
        String directory = application.main().getPackageName().replace('.', '/');
        return application.resources(Path.of("target/test-classes", directory));
    }
}
