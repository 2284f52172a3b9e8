/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import java.util.stream.Collectors;

import com.example.caching.providers.ProvidersApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** The cache providers of applications that are configured in different ways. They are started by one that does not cache. */
abstract class ProvidersScenario implements Scenario {

    private final String table;
    private final ClassPath classPath;

    ProvidersScenario(String table, ClassPath classPath) {
        this.table = table;
        this.classPath = classPath;
    }

    @Override
    public Application application() {
        return Application.of(ProvidersApplication.class, classPath)
                .arguments("--app.table=" + table)
                .jvmOptions(
                        "-Dlogging.pattern.console=%-5level %logger %msg%n",
                        "-Dlogging.level.org.ehcache=off", "-Dlogging.level.org.springframework=off");
    }

    /** Lines about caches in applications that do not cache. */
    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        application.awaitEnd();
        recording.add(
                "log of an application that does not cache",
                "lines",
                application
                        .output()
                        .lines()
                        .takeWhile(line -> !line.endsWith("Others start now"))
                        .filter(line -> line.contains("cache:"))
                        .map(line -> line.replaceAll("(?<=cache:).*", ""))
                        .distinct()
                        .collect(Collectors.joining("\n")));
    }
}
