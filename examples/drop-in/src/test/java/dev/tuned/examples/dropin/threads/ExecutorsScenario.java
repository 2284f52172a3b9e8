/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.time.Duration;

import com.example.executors.ExecutorsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Scenario;

/** {@code @Async} and {@code @Scheduled} with executors configured in many ways, without a web server. */
class ExecutorsScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(ExecutorsApplication.class, ClassPath.of("spring-boot-starter"));
    }

    @Override
    public Duration patience() {
        return Duration.ofMinutes(5);
    }

    @Override
    public String normalize(String text) {
        return Traces.without(text);
    }
}
