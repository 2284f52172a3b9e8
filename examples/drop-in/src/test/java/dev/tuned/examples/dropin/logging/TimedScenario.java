/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.logging;

import com.example.timed.TimedApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Beans with Micrometer's {@code @Timed} and {@code @Observed}, which stock Boot leaves as they are. */
class TimedScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(
                        TimedApplication.class,
                        ClassPath.of(
                                "spring-boot-starter-webmvc",
                                "spring-boot-starter-actuator",
                                "spring-boot-starter-aspectj"))
                .arguments(
                        "--management.endpoints.web.exposure.include=health,metrics,loggers",
                        // Whether there was a collection so far is a matter of chance.
                        "--management.metrics.enable.jvm.gc=false");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        for (String path : new String[] {
            "/open", "/absent", "/actuator/health", "/actuator/loggers/com.example", "/actuator/metrics/logback.events"
        }) {
            RawHttp.get(application.port(), path).recordAs("get " + path, recording);
        }
    }
}
