/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import com.example.neighbours.job.JobApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;
import dev.tuned.examples.dropin.Starter;

import static org.assertj.core.api.Assertions.assertThat;

/** A Spring Batch job that exits right after its last line, beside the logging starter. */
class LogBatchJobScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(JobApplication.class, ClassPath.of("spring-boot-starter-batch"))
                .arguments("--logging.file.name=log", "--logging.pattern.file=%-5level %logger %msg%n%ex{0}");
    }

    @Override
    public Set<Starter> starters() {
        return EnumSet.of(Starter.LOGGING);
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        application.awaitEnd();
        List<String> lines = Files.readAllLines(application.directory().resolve("log")).stream()
                .filter(line -> line.contains("com.example.job"))
                .toList();
        assertThat(lines).hasSize(2_001);
        recording.add("job", "log", String.join("\n", lines));
    }
}
