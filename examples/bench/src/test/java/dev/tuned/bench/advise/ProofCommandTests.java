/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.compare.ServiceLoad;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class ProofCommandTests {

    private static ServiceLoad load(int connections, @Nullable Double rate, String ready) {
        return new ServiceLoad(connections, rate, Duration.ZERO, ready, Duration.ZERO);
    }

    @Test
    void whatASpecialCharacterIsInIsQuoted() {
        ProofCommand command = new ProofCommand(
                "tool",
                "my app.jar",
                "a.http",
                "/jdk",
                List.of("-Xmx1g"),
                List.of("--a=1", "--b=c d"),
                load(400, 50.0, "/up"));
        assertThat(command.adding("upload", List.of("--x=y"), "cpu <= 0.8"))
                .isEqualTo("tool compare --jar 'my app.jar' --add upload --requests a.http --java /jdk --jvm -Xmx1g"
                        + " --args '--a=1 \"--b=c d\"' --args-after --x=y --ready /up --connections 400 --rate 50.0 --launches 5 --accept 'allocated <= 30'"
                        + " --accept 'gc <= 30' --accept 'rss <= 1.5' --claim 'cpu <= 0.8'");
        assertThat(command.placeholders()).isEmpty();
    }

    @Test
    void anArgumentThatTheServiceAfterHasAnewIsForTheServiceBeforeAlone() {
        ProofCommand command = new ProofCommand(
                "tool",
                "a.jar",
                "a.http",
                null,
                List.of(),
                List.of("--tuned.cache.near=a", "--a=1"),
                load(16, null, ""));
        assertThat(command.adding("cache", List.of("--tuned.cache.near=*"), "rate >= 1.2"))
                .contains(
                        "--args --a=1 --args-before --tuned.cache.near=a --args-after '--tuned.cache.near=*' --launches 5 --accept");
    }

    @Test
    void whatIsNotKnownIsAPlaceholder() {
        ProofCommand command = new ProofCommand("tool", null, null, null, List.of(), List.of(), load(16, null, ""));
        assertThat(command.placeholders()).containsExactly("app.jar", "requests.http");
    }
}
