/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.neighbours.opentelemetry.OpenTelemetryApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;

/** The agent of OpenTelemetry: it instruments Tomcat, and reads parameters when a request is over. */
class OpenTelemetryScenario extends UploadNeighboursScenario {

    private static final Pattern ATTRIBUTES = Pattern.compile("(?<=AttributesMap\\{data=\\{).*?(?=}, capacity=)");

    @Override
    public Application application() {
        String agent = ClassPath.of("io.opentelemetry.javaagent:opentelemetry-javaagent")
                .value(List.of());
        return uploads(OpenTelemetryApplication.class)
                .jvmOptions(
                        "-javaagent:" + agent,
                        "-Dotel.traces.exporter=console",
                        "-Dotel.metrics.exporter=none",
                        "-Dotel.logs.exporter=none",
                        "-Dotel.instrumentation.servlet.experimental.capture-request-parameters=field,text");
    }

    @Override
    void use(Uploader uploader) throws Exception {
        uploader.past("agent", () -> uploader.taken("/traced"));
        uploader.requireErrors("servlet.request.parameter.text=[");
    }

    /** Ids, threads and ports of clients; and attributes have another order in each JVM. */
    @Override
    public String normalize(String text) {
        String known = text.replaceAll("(?<=' : )[0-9a-f]{32} [0-9a-f]{16}", "<ids>")
                .replaceAll("(?m)^\\[otel\\.javaagent [^]]*\\] \\[[^]]*\\]", "[otel.javaagent]")
                .replaceAll("(thread\\.id|thread\\.name|network\\.peer\\.port)=[^,}]*", "$1=<other>");
        return ATTRIBUTES.matcher(known).replaceAll(attributes -> Matcher.quoteReplacement(sorted(attributes.group())));
    }

    private static String sorted(String attributes) {
        return Arrays.stream(attributes.split(", ")).sorted().collect(Collectors.joining(", "));
    }
}
