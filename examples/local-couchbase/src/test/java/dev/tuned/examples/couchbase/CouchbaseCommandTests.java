/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CouchbaseCommandTests {

    private static EmbeddedCouchbase couchbase;
    private static Wires wires;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void start() throws IOException {
        couchbase = EmbeddedCouchbase.start("catalog", "catalog", 0);
        wires = new Wires(couchbase);
    }

    @AfterAll
    static void stop() throws IOException {
        wires.close();
        couchbase.close();
    }

    @Test
    void isReadyAnswersEveryLineAndEndsWithItsInput() {
        assertThat(run("wire a\n\ncount a\n")).isZero();
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(4).startsWith("ready");
        assertThat(lines.get(1)).matches("couchbase://127\\.0\\.0\\.1:\\d+");
        assertThat(lines.get(2)).startsWith("error: ");
        assertThat(lines.get(3)).isEqualTo("0");
        assertThat(err.size()).isZero();
    }

    @Test
    void aPortOpensAWireAtOnce() {
        assertThat(run("count default", "--port=0")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).matches("couchbase://127\\.0\\.0\\.1:\\d+\\R0\\R");
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
    void everyWireHasItsOwnCount() {
        try (Cluster first = connect("first");
                Cluster second = connect("second")) {
            awaitAnswer(second);
            Collection products = awaitAnswer(first);
            long before = count("count first");
            long productsBefore = count("products first");
            long others = count("count second");
            for (int i = 0; i < 10; i++) {
                products.get("product::2");
            }
            products.upsert("other::2", List.of());

            assertThat(count("count first")).isEqualTo(before + 11);
            assertThat(count("products first")).isEqualTo(productsBefore + 10);
            assertThat(count("count second")).isEqualTo(others);
        }
    }

    @Test
    void theSameNameReplacesTheOlderWire() {
        String older = wires.answer("wire again");
        assertThat(wires.answer("wire again")).startsWith("couchbase://").isNotEqualTo(older);
        assertThat(wires.answer("count again")).isEqualTo("0");
    }

    @Test
    void aWireIsDelayedCutAndForgotten() {
        wires.answer("wire w-1_A");
        for (String line : new String[] {
            "delay w-1_A 19",
            "lose w-1_A 1",
            "down w-1_A",
            "down w-1_A",
            "up w-1_A",
            "up w-1_A",
            "write new 3",
            "close w-1_A"
        }) {
            assertThat(wires.answer(line)).as(line).isEqualTo("ok");
        }
        assertThat(wires.answer("count w-1_A")).isEqualTo("error: no wire is named 'w-1_A'");
    }

    @ParameterizedTest
    @CsvSource({
        "count,takes 1 argument",
        "count nobody,no wire is named",
        "wire a/b,letters",
        "wire a b,takes 1 argument",
        "delay x,takes 2 arguments",
        "write p many,not a number",
        "redis x,takes 2 arguments",
        "redis nobody 1,no wire is named",
        "nonsense,unknown command",
        "'',unknown command"
    })
    void aLineThatMakesNoSenseIsAnError(String line, String reason) {
        assertThat(wires.answer(line)).startsWith("error: ").contains(reason);
    }

    private static Cluster connect(String name) {
        return Cluster.connect(wires.answer("wire " + name), "catalog", "catalog");
    }

    private static Collection awaitAnswer(Cluster cluster) {
        Collection products = cluster.bucket("catalog").defaultCollection();
        Awaitility.await().ignoreExceptions().until(() -> products.get("product::1") != null);
        return products;
    }

    private static long count(String line) {
        return Long.parseLong(wires.answer(line));
    }

    private int run(String input, String... options) {
        return CouchbaseCommand.run(
                List.of(options),
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true),
                new PrintStream(err, true));
    }
}
