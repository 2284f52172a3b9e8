/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.rpc.RpcApplication;

import dev.tuned.examples.dropin.Application;

/** gRPC on a port of its own. */
class RpcScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(RpcApplication.class, "org.springframework.grpc:spring-grpc-spring-boot-starter")
                .arguments("--spring.grpc.server.host=127.0.0.1", "--spring.grpc.server.port=0");
    }

    @Override
    List<String> paths() {
        return List.of("/rpc/pears", "/rpc/pears");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "rpc: pears by call", "gRPC Server started");
    }

    @Override
    public boolean inSlice() {
        return false;
    }

    @Override
    public String normalize(String text) {
        return super.normalize(text)
                .replaceAll("(?<=listening on address: \\[/127\\.0\\.0\\.1:)\\d+", "<port>")
                .replaceAll("(?<=<port>\\], port: )\\d+", "<port>");
    }
}
