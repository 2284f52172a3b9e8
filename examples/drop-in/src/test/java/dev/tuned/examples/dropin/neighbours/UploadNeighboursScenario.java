/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.EnumSet;
import java.util.Set;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;
import dev.tuned.examples.dropin.Starter;

/**
 * Uploads past neighbours that share an application, with the upload starter alone. Each neighbour has to show that it acted, and
 * the starter's meter that it read what came past that neighbour, or left it to stock.
 */
abstract class UploadNeighboursScenario implements Scenario {

    private static final ClassPath UPLOADS = ClassPath.of(
            "spring-boot-starter-webmvc",
            "spring-boot-starter-actuator",
            "io.micrometer:micrometer-registry-prometheus");

    /** An application that takes uploads of 2 MB, and what its neighbours need. */
    static Application uploads(Class<?> main, String... dependencies) {
        return Application.of(main, UPLOADS.and(dependencies))
                .arguments(
                        "--spring.servlet.multipart.max-file-size=2MB",
                        "--spring.web.error.include-message=always",
                        "--management.endpoints.web.exposure.include=prometheus",
                        "--logging.file.name=app.log",
                        "--logging.threshold.console=OFF",
                        "--logging.pattern.file=%-5level %logger %msg%n%nopex");
    }

    /** Sends what each neighbour gets. */
    abstract void use(Uploader uploader) throws Exception;

    @Override
    public Set<Starter> starters() {
        return EnumSet.of(Starter.UPLOAD);
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        Uploader uploader = new Uploader(application, recording);
        use(uploader);
        application.served(uploader.served());
    }
}
