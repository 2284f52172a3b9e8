/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.Launch;
import dev.tuned.bench.process.ServiceProcess;

import static org.assertj.core.api.Assertions.assertThat;

/** Each first application runs as its page says. */
class FirstApplicationsIT {

    @ParameterizedTest
    @CsvSource({
        "upload, /photo, 405, Method Not Allowed",
        "logging, /orders/1, 405, Method Not Allowed",
        "cache, /products/1, 200, 'product 1, read 1'",
        "threads, /reports/1, 200, report 1"
    })
    void runsAsAnExecutableJar(String name, String path, int status, String body, @TempDir Path directory)
            throws Exception {
        Path jar = Path.of("../first", name, "target", "first-%s.jar".formatted(name));
        Launch launch = Launch.jar(name, JavaRuntime.newest().java(), List.of(), jar.toAbsolutePath());
        try (Children children = new Children();
                ServiceProcess service = ServiceProcess.start(launch, directory, children)) {
            service.awaitReady("");
            assertThat(service.get(path))
                    .returns(status, answer -> answer.statusCode())
                    .satisfies(answer -> assertThat(answer.body()).contains(body));
        }
    }
}
