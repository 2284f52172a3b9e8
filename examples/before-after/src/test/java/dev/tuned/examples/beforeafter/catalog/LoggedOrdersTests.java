/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class LoggedOrdersTests {

    @Test
    void linesOfOrdersAreCountedFromAPositionOn(@TempDir Path directory) throws Exception {
        String before = "INFO order 1 accepted: user u-1\n";
        Path log = Files.writeString(
                directory.resolve("service.log"),
                before
                        + "INFO order 2 accepted: user u-1\nINFO order 2 item 1: 2 x product 17\nINFO Tomcat\nINFO orde");
        assertThat(LoggedOrders.lines(log, 0)).isEqualTo(3);
        assertThat(LoggedOrders.lines(log, before.length())).isEqualTo(2);
    }
}
