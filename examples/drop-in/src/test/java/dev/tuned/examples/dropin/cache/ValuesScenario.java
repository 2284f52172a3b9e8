/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import com.example.caching.values.ValuesApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Scenario;

/** Values of many shapes that one instance caches and another one reads, with a real Redis between them. */
class ValuesScenario implements Scenario {

    private static final String PROGRAM = "redis-server";

    @Override
    public Application application() {
        return Application.of(
                ValuesApplication.class,
                ClassPath.of(
                        "spring-boot-starter-cache",
                        "spring-boot-starter-data-redis",
                        "tools.jackson.core:jackson-databind",
                        "com.fasterxml.jackson.core:jackson-annotations"));
    }

    @Override
    public String missing() {
        boolean installed = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, PROGRAM)));
        return installed ? "" : PROGRAM;
    }
}
