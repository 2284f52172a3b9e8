/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.RunningApplication;

/** A context path, problem details for errors, the actuator on its own port, settings of a profile, JSON for log lines. */
class DeskBehindContextPathScenario extends DeskScenario {

    private static final Pattern STARTED = Pattern.compile("started on ports? (\\d+)");

    @Override
    public Application application() {
        return super.application()
                .arguments(
                        "--server.servlet.context-path=/desk",
                        "--spring.profiles.active=formal",
                        "--logging.structured.format.console=ecs",
                        "--management.server.port=0",
                        "--management.server.address=127.0.0.1");
    }

    @Override
    String contextPath() {
        return "/desk";
    }

    @Override
    String managementPath() {
        return "";
    }

    @Override
    int managementPort(RunningApplication application) {
        Matcher started = STARTED.matcher(application.output());
        while (started.find()) {
            int port = Integer.parseInt(started.group(1));
            if (port != application.port()) {
                return port;
            }
        }
        throw new IllegalStateException("the actuator has no port of its own: " + application.output());
    }

    /** Log lines have level and logger in front, as in others; the two servers' directories stand in an order by chance. */
    @Override
    public String normalize(String text) {
        return super.normalize(text)
                .replaceAll("(?m)^tmp/tomcat.*\\n?", "")
                .replaceAll(
                        "\"pid\":\\d+,\"thread\":\\{\"name\":\"[^\"]+\"", "\"pid\":0,\"thread\":{\"name\":\"<name>\"")
                .replaceAll("\\\\n\\\\tat [^\"]*", "")
                .replaceAll("(?m)^(\\{.*\"log\":\\{\"level\":\"(\\w+)\",\"logger\":\"([^\"]+)\".*)$", "$2 $3 $1");
    }
}
