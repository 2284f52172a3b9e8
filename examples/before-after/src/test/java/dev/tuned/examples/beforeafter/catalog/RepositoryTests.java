/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class RepositoryTests {

    @TempDir
    Path root;

    private String git(String command) throws IOException, InterruptedException {
        return Shell.run("sh", "-c", "git -C '" + root + "' -c user.name=a -c user.email=a@example.com " + command);
    }

    @Test
    void namesTheCommitAndSaysWhereFilesDifferFromIt() throws Exception {
        git("init -q");
        Path file = Files.writeString(root.resolve("file"), "one");
        git("add file");
        git("commit -q -m one");
        git("tag -a -m tag tag");
        Files.writeString(root.resolve("untracked"), "");
        String commit = git("rev-parse --short=12 HEAD").strip();
        assertThat(new Repository(root).commit()).isEqualTo(commit);
        Files.writeString(file, "two and more");
        assertThat(new Repository(root).commit()).isEqualTo(commit + "-dirty");
    }

    @Test
    void saysNothingWithoutARepository() {
        assertThat(new Repository(root).commit()).isNull();
    }
}
