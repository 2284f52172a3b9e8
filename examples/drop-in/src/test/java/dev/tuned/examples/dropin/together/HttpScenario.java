/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.regex.Pattern;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** An application that gets the requests of a file, and is asked by the actuator what it consists of. */
abstract class HttpScenario implements Scenario {

    private static final Pattern UNSTEADY_METERS = Pattern.compile("^(jvm_gc|jvm_memory_usage|process_|system_|disk_).*");

    /** Much of it starts slowly on a busy machine. */
    @Override
    public Duration patience() {
        return Duration.ofMinutes(3);
    }

    /** The file of requests beside this class. */
    abstract String requests();

    @Override
    public java.util.Set<dev.tuned.examples.dropin.Starter> starters() {
        String s = System.getProperty("dropin.starters", "");
        java.util.Set<dev.tuned.examples.dropin.Starter> set = new java.util.TreeSet<>();
        for (String n : s.split(",")) {
            if (!n.isEmpty()) set.add(dev.tuned.examples.dropin.Starter.valueOf(n));
        }
        return s.isEmpty() ? Scenario.super.starters() : set;
    } // TEMP

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
    }

    /** Endpoints of the actuator, or whatever else is no plain request. */
    void inspect(RunningApplication application, Recording recording) throws Exception {}

    /** Adds each value of the JSON document at {@code path}. */
    final void document(String name, int port, String path, String ignored, Recording recording) throws IOException {
        RawHttp.Answer answer = RawHttp.get(port, managementPath() + path);
        recording.add(name, "status", answer.status());
        Json.record(name, answer.body(), ignored, recording);
    }

    /** Adds names and tags of the meters that Prometheus gets. */
    final void prometheus(int port, String path, Recording recording) throws IOException {
        RawHttp.Answer answer = RawHttp.get(port, managementPath() + path);
        recording.add("prometheus", "head", answer.head());
        for (String line : new TreeSet<>(Arrays.asList(answer.body().split("\n")))) {
            if (!line.startsWith("#") && !UNSTEADY_METERS.matcher(line).matches()) {
                int end = line.lastIndexOf(' ');
                String meter = line.substring(0, end);
                String name = meter.replaceAll("\\{.*", "");
                recording.add("meters", name, meter.substring(name.length()));
            }
        }
    }

    @Override
    public String normalize(String text) {
        return withoutFrames(text)
                .replaceAll("(?i)(jsessionid|remember-me|session)=[\\w%+/.-]{10,}", "$1=<random>")
                .replaceAll("(name=\"_csrf\"[^>]*value=\")[^\"]+", "$1<random>")
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
