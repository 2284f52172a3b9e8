/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

import com.example.neighbours.wars.WarsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Scenario;
import dev.tuned.examples.dropin.Starter;

/** Two web applications in one Tomcat, each with the logging starter. */
class LogWarsScenario implements Scenario {

    private static final Pattern TIME_OF_TOMCAT = Pattern.compile("\\w{3} \\d+, \\d{4} [\\d:]+ [AP]M");

    @Override
    public Application application() {
        return Application.of(WarsApplication.class, ClassPath.of("spring-boot-starter-webmvc"));
    }

    @Override
    public Set<Starter> starters() {
        return EnumSet.of(Starter.LOGGING);
    }

    @Override
    public String normalize(String text) {
        return TIME_OF_TOMCAT.matcher(text).replaceAll("<time>");
    }
}
