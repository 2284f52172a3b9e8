/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class UploadHealthAutoConfigurationTests {

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(UploadAutoConfiguration.class, UploadHealthAutoConfiguration.class));

    @Test
    void directoryIsUpWithItsFreeSpace(@TempDir Path temp) {
        web.withPropertyValues("tuned.upload.location=" + temp).run(context -> {
            Health health = context.getBean(UploadStorageHealthIndicator.class).health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("path", temp.toString());
            assertThat((long) health.getDetails().get("free")).isPositive();
        });
    }

    @Test
    void directoryBelowItsFloorIsOutOfService() {
        web.withPropertyValues("tuned.upload.min-free-space=8000000TB")
                .run(context -> assertThat(context.getBean(UploadStorageHealthIndicator.class)
                                .health()
                                .getStatus())
                        .isEqualTo(Status.OUT_OF_SERVICE));
    }

    @Test
    void directoryThatSomebodyReplacedIsDown(@TempDir Path temp) {
        Path location = temp.resolve("uploads");
        web.withPropertyValues("tuned.upload.location=" + location).run(context -> {
            Files.delete(location);
            Files.createFile(location);
            assertThat(context.getBean(UploadStorageHealthIndicator.class)
                            .health()
                            .getStatus())
                    .isEqualTo(Status.DOWN);
        });
    }

    @Test
    void switchTurnsItOff() {
        web.withPropertyValues("management.health.uploadstorage.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(UploadStorageHealthIndicator.class));
    }

    @Test
    void needsBootsHealth() {
        web.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("uploadStorageHealthIndicator"));
    }
}
