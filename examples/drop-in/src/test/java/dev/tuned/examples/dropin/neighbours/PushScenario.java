/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.push.PushApplication;

import dev.tuned.examples.dropin.Application;

/** Server-sent events, a WebSocket, and STOMP over one. */
class PushScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(PushApplication.class, "spring-boot-starter-websocket");
    }

    @Override
    List<String> paths() {
        return List.of("/events/pears", "/events/kiwis", "/echoes", "/messages/pears");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "event:price", "echo of one, echo of two", "message pears by call");
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
