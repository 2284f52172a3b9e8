/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CouchbaseCommandTests {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void printsOneLineAndEndsWithTheInput() {
        assertThat(run("count\n\nnonsense\ncount", "--until-eof")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).matches("couchbase://127\\.0\\.0\\.1:\\d+\\R\\{}\\R\\{}\\R");
        assertThat(err.size()).isZero();
    }

    @Test
    void answersEveryLineThatItKnows() {
        assertThat(run("delay 19\ndown\nup\nwrite new 3\nproducts\ndelay\ndelay x\nwrite 3", "--until-eof"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines().skip(1)).containsExactly("ok", "ok", "ok", "ok", "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port=65536", "--port=x", "--port", "--prot=1", "x", ""})
    void anUnknownOptionIsNamed(String option) {
        assertThat(run("", option)).isEqualTo(64);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("'" + option + "'")
                .contains("usage:");
        assertThat(out.size()).isZero();
    }

    @Test
    void countsWhatClientsSendAndNothingElse() throws Exception {
        try (EmbeddedCouchbase couchbase = EmbeddedCouchbase.start("catalog", "catalog", 0)) {
            assertThat(couchbase.commands()).isEmpty();
            try (Cluster cluster = Cluster.connect(couchbase.connectionString(), "catalog", "catalog")) {
                Collection products = cluster.bucket("catalog").defaultCollection();
                Awaitility.await().ignoreExceptions().until(() -> products.get("product::1") != null);
                long before = couchbase.commands().get("GET");
                for (int i = 0; i < 10; i++) {
                    products.get("product::2");
                }
                products.upsert("product::2", List.of());
                assertThat(couchbase.commands())
                        .containsEntry("GET", before + 10)
                        .containsEntry("SET", 1L);
            }
        }
    }

    private int run(String input, String... options) {
        InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        return CouchbaseCommand.run(List.of(options), in, new PrintStream(out, true), new PrintStream(err, true));
    }
}
