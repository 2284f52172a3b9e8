/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.EnumSet;
import java.util.Set;

import com.example.neighbours.captured.CapturedApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Scenario;
import dev.tuned.examples.dropin.Starter;

/** Spring Boot's {@code OutputCaptureExtension} beside the logging starter. */
class LogCapturedScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(
                CapturedApplication.class,
                ClassPath.of(
                        "spring-boot-starter",
                        "spring-boot-test",
                        "org.junit.jupiter:junit-jupiter",
                        "org.junit.platform:junit-platform-launcher"));
    }

    @Override
    public Set<Starter> starters() {
        return EnumSet.of(Starter.LOGGING);
    }
}
