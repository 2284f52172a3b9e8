/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import com.example.aot.AotApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** An application that was processed ahead of time on the newest JDK, started there and on 17. */
class AheadOfTimeScenario implements Scenario {

    @Override
    public Application application() {
        return AotProcessing.of("stock", base());
    }

    @Override
    public Application tuned() {
        return AotProcessing.of("tuned", base().with(starters()));
    }

    Application base() {
        return Application.of(
                        AotApplication.class,
                        ClassPath.of("spring-boot-starter-webmvc", "spring-boot-starter-actuator"))
                .arguments("--management.endpoints.web.exposure.include=*");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        if (!application.isWeb()) {
            recording.add("start", "web", "no");
            application.awaitEnd();
            return;
        }
        recording.add("start", "web", "yes");
        for (String path :
                new String[] {"/hello", "/task", "/callable", "/site/49k.bin", "/absent", "/actuator/health"}) {
            RawHttp.get(application.port(), path).recordAs("get " + path, recording);
        }
    }

    @Override
    public String normalize(String text) {
        return Traces.without(text);
    }
}
