/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.meters.MetersApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Boot's meters of requests, Tomcat and executors after some requests, and what the actuator tells of threads. */
class MetersScenario implements Scenario {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(\\{.*})? (\\S+)$");
    private static final Pattern PREDICATE =
            Pattern.compile("\"(predicate|servletNameMappings|urlPatternMappings)\":[^\\]]*");
    private static final Pattern STEADY = Pattern.compile("\\.config\\.|pool\\.(core|max)|queue\\.remaining|completed");
    private static final Pattern VALUE = Pattern.compile("\"value\":([-0-9.E]+)");

    @Override
    public Application application() {
        return Application.of(
                        MetersApplication.class,
                        ClassPath.of(
                                "spring-boot-starter-webmvc",
                                "spring-boot-starter-actuator",
                                "io.micrometer:micrometer-registry-prometheus"))
                .arguments(
                        "--management.endpoints.web.exposure.include=health,info,metrics,prometheus,mappings,scheduledtasks",
                        "--management.endpoint.health.show-details=always",
                        "--server.tomcat.mbeanregistry.enabled=true",
                        "--server.tomcat.threads.max=17",
                        "--spring.web.resources.static-locations=file:site/");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        int port = application.port();
        for (String path : new String[] {
            "/hello/a", "/hello/b", "/broken", "/absent", "/49k.bin", "/small.txt", "/task", "/task", "/actuator/info"
        }) {
            RawHttp.get(port, path).recordAs("get " + path, recording);
        }
        for (String name : new String[] {
            "tomcat.threads.busy", "tomcat.threads.current", "tomcat.threads.config.max",
                    "tomcat.connections.config.max",
            "tomcat.global.error", "executor.pool.core", "executor.pool.max", "executor.queue.remaining",
            "executor.completed", "executor.active", "jvm.threads.states"
        }) {
            RawHttp.Answer answer = RawHttp.get(port, "/actuator/metrics/" + name);
            recording.add("meter " + name, "status", answer.status());
            Matcher value = VALUE.matcher(answer.body());
            if (value.find()) {
                recording.add("meter " + name, "sign", Math.signum(Double.parseDouble(value.group(1))));
                if (STEADY.matcher(name).find()) {
                    recording.add("meter " + name, "value", value.group(1));
                }
            }
        }
        families(RawHttp.get(port, "/actuator/prometheus").body(), recording);
        RawHttp.Answer mappings = RawHttp.get(port, "/actuator/mappings");
        recording.add(
                "mappings",
                "predicates",
                PREDICATE
                        .matcher(mappings.body())
                        .results()
                        .map(MatchResult::group)
                        .sorted()
                        .collect(Collectors.joining("\n")));
        RawHttp.Answer tasks = RawHttp.get(port, "/actuator/scheduledtasks");
        tasks.recordAs("scheduled tasks", recording);
    }

    /** Each family with the tags it has; and of requests their number. */
    private static void families(String scraped, Recording recording) {
        Map<String, TreeSet<String>> families = new TreeMap<>();
        Matcher sample = SAMPLE.matcher(scraped);
        while (sample.find()) {
            String tags = String.valueOf(sample.group(2));
            families.computeIfAbsent(sample.group(1), name -> new TreeSet<>()).add(tags);
            if (sample.group(1).equals("http_server_requests_seconds_count") && !tags.contains("/actuator")) {
                recording.add("requests counted", tags, sample.group(3));
            }
        }
        // Of the case of this name, since the starters may have families of their own.
        families.forEach((name, tags) -> recording.add("meters", name, String.join("\n", tags)));
    }

    @Override
    public String normalize(String text) {
        return Traces.without(text);
    }
}
