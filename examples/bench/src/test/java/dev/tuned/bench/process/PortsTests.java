/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class PortsTests {

    @Test
    void noPortIsChosenTwice() throws IOException {
        Set<Integer> chosen = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            assertThat(chosen.add(Ports.choose())).isTrue();
        }
    }

    @Test
    void aPortInUseIsPassedOver() throws IOException {
        int next = Ports.choose() + 1;
        ServerSocket taken = null;
        try {
            taken = new ServerSocket(next, 1, InetAddress.getLoopbackAddress());
        } catch (IOException ex) {
            // Another process has it, which is as good.
        }
        try {
            assertThat(Ports.choose()).isNotEqualTo(next);
        } finally {
            if (taken != null) {
                taken.close();
            }
        }
    }
}
