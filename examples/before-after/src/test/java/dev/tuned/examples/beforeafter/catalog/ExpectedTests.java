/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.ScriptedServer;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
@Timeout(300)
class ExpectedTests {

    @Test
    void anotherBodyThanBeforeIsAFailure() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            for (int i = 0; peer.readRequest(); i++) {
                peer.answer(i == 7 ? "hullo" : "hello");
            }
        })) {
            LoadRequest own = LoadRequest.get("/", Expected.sameBody(200));

            assertThat(LoadClient.run(server.address(), () -> own, Load.closed(10, 1))
                            .failures())
                    .isEqualTo(1);
        }
    }
}
