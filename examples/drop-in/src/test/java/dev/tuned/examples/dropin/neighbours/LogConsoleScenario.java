/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.EnumSet;
import java.util.Set;

import com.example.neighbours.console.ConsoleApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Scenario;
import dev.tuned.examples.dropin.Starter;

/** Code that reads the console from within, beside the logging starter; and a child context. */
class LogConsoleScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(ConsoleApplication.class, ClassPath.of("spring-boot-starter"))
                .arguments("--logging.pattern.console=%-5level %logger %msg%n");
    }

    @Override
    public Set<Starter> starters() {
        return EnumSet.of(Starter.LOGGING);
    }

    @Override
    public boolean inSlice() {
        return true;
    }
}
