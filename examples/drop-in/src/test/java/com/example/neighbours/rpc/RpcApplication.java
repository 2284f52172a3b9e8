/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.rpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

import com.example.neighbours.Market;
import com.example.neighbours.Market.Prices;
import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** gRPC on a port of its own beside HTTP: texts, so that nothing has to be generated. */
@SpringBootApplication
@Import(Market.class)
public class RpcApplication {

    private static final MethodDescriptor<String, String> PRICE = method("Price", MethodType.UNARY);
    private static final MethodDescriptor<String, String> PRICES = method("Prices", MethodType.SERVER_STREAMING);

    public static void main(String[] args) throws IOException {
        Market.run(RpcApplication.class, args);
    }

    private static MethodDescriptor<String, String> method(String name, MethodType type) {
        return MethodDescriptor.<String, String>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("market.Stalls", name))
                .setRequestMarshaller(new Texts())
                .setResponseMarshaller(new Texts())
                .build();
    }

    private static final class Texts implements MethodDescriptor.Marshaller<String> {

        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    @Bean
    BindableService stalls(Prices prices) {
        return () -> ServerServiceDefinition.builder("market.Stalls")
                .addMethod(PRICE, ServerCalls.asyncUnaryCall((String id, StreamObserver<String> answer) -> {
                    answer.onNext(prices.price(id));
                    answer.onCompleted();
                }))
                .addMethod(PRICES, ServerCalls.asyncServerStreamingCall((String id, StreamObserver<String> answer) -> {
                    for (int i = 0; i < 3; i++) {
                        answer.onNext(prices.price(id + i));
                    }
                    answer.onCompleted();
                }))
                .build();
    }

    @RestController
    public static class RpcController {

        private final GrpcServerLifecycle server;

        RpcController(GrpcServerLifecycle server) {
            this.server = server;
        }

        @GetMapping("/rpc/{id}")
        String call(@PathVariable String id) throws InterruptedException {
            ManagedChannel channel = ManagedChannelBuilder.forAddress("127.0.0.1", server.getPort())
                    .usePlaintext()
                    .build();
            try {
                StringBuilder text = new StringBuilder("rpc: ")
                        .append(ClientCalls.blockingUnaryCall(channel, PRICE, CallOptions.DEFAULT, id));
                Iterator<String> prices =
                        ClientCalls.blockingServerStreamingCall(channel, PRICES, CallOptions.DEFAULT, id);
                prices.forEachRemaining(price -> text.append(", ").append(price));
                return text.toString();
            } finally {
                channel.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
            }
        }
    }
}
