/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The programs of {@code .ci} run from source, some of them at a release alone: the build compiles them. */
@Tag("without-boot")
class CiProgramsTests {

    @Test
    void compileWithoutAWarning(@TempDir Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-Xlint:all,-path,-processing",
                "-proc:none",
                "-Werror"));
        try (Stream<Path> files = Files.list(Pages.ROOT.resolve(".ci"))) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(arguments).hasSizeGreaterThan(10);
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, errors, arguments.toArray(String[]::new));
        assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }
}
