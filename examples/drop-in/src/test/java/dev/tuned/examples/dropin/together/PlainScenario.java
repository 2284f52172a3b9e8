/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import com.example.plain.PlainApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Spring MVC and the actuator, nothing else. */
class PlainScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(
                        PlainApplication.class,
                        ClassPath.of("spring-boot-starter-webmvc", "spring-boot-starter-actuator"))
                .arguments("--management.endpoints.web.exposure.include=health,metrics,beans");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        for (String path : new String[] {"/hello", "/absent", "/actuator/health"}) {
            RawHttp.get(application.port(), path).recordAs("get " + path, recording);
        }
    }
}
