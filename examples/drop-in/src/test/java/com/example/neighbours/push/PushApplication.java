/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.push;

import java.io.IOException;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.example.neighbours.Market;
import com.example.neighbours.Market.Prices;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.messaging.converter.StringMessageConverter;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.simp.config.MessageBrokerRegistry;
import org.springframework.messaging.simp.stomp.StompFrameHandler;
import org.springframework.messaging.simp.stomp.StompHeaders;
import org.springframework.messaging.simp.stomp.StompSession;
import org.springframework.messaging.simp.stomp.StompSessionHandlerAdapter;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.client.standard.StandardWebSocketClient;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.EnableWebSocketMessageBroker;
import org.springframework.web.socket.config.annotation.StompEndpointRegistry;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.config.annotation.WebSocketHandlerRegistry;
import org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurer;
import org.springframework.web.socket.handler.TextWebSocketHandler;
import org.springframework.web.socket.messaging.WebSocketStompClient;

/** Answers that go on: server-sent events, a WebSocket, and STOMP over one. The application is its own client. */
@SpringBootApplication
@EnableWebSocket
@EnableWebSocketMessageBroker
@Import(Market.class)
public class PushApplication implements WebSocketConfigurer, WebSocketMessageBrokerConfigurer {

    public static void main(String[] args) throws IOException {
        Market.run(PushApplication.class, args);
    }

    @Override
    public void registerWebSocketHandlers(WebSocketHandlerRegistry registry) {
        registry.addHandler(
                new TextWebSocketHandler() {
                    @Override
                    protected void handleTextMessage(WebSocketSession session, TextMessage message) throws IOException {
                        session.sendMessage(new TextMessage("echo of " + message.getPayload()));
                    }
                },
                "/echo");
    }

    @Override
    public void registerStompEndpoints(StompEndpointRegistry registry) {
        registry.addEndpoint("/stomp");
    }

    @Override
    public void configureMessageBroker(MessageBrokerRegistry registry) {
        registry.setApplicationDestinationPrefixes("/app").enableSimpleBroker("/queue", "/topic");
    }

    @Controller
    public static class Messages {

        private final Prices prices;

        Messages(Prices prices) {
            this.prices = prices;
        }

        @MessageMapping("/price")
        @org.springframework.messaging.handler.annotation.SendTo("/topic/prices")
        public String price(String id) {
            return prices.price(id) + " by " + Thread.currentThread().getName().replaceAll("\\d+", "N");
        }
    }

    @RestController
    public static class PushController {

        private final Environment environment;
        private final AsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("events-");
        private final Prices prices;

        PushController(Environment environment, Prices prices) {
            this.environment = environment;
            this.prices = prices;
        }

        @GetMapping("/events/{id}")
        SseEmitter events(@PathVariable String id) {
            SseEmitter emitter = new SseEmitter(20_000L);
            executor.execute(() -> {
                try {
                    for (int i = 1; i <= 3; i++) {
                        emitter.send(SseEmitter.event().name("price").id("" + i).data(prices.price(id)));
                    }
                    emitter.complete();
                } catch (IOException ex) {
                    emitter.completeWithError(ex);
                }
            });
            return emitter;
        }

        @GetMapping("/echoes")
        String echoes() throws Exception {
            BlockingQueue<String> answers = new LinkedBlockingQueue<>();
            TextWebSocketHandler client = new TextWebSocketHandler() {
                @Override
                protected void handleTextMessage(WebSocketSession session, TextMessage message) {
                    answers.add(message.getPayload());
                }
            };
            try (WebSocketSession session = new StandardWebSocketClient()
                    .execute(client, null, URI.create(server() + "/echo"))
                    .get(20, TimeUnit.SECONDS)) {
                session.sendMessage(new TextMessage("one"));
                session.sendMessage(new TextMessage("two"));
                return answers.poll(20, TimeUnit.SECONDS) + ", " + answers.poll(20, TimeUnit.SECONDS);
            }
        }

        @GetMapping("/messages/{id}")
        String messages(@PathVariable String id) throws Exception {
            BlockingQueue<String> answers = new LinkedBlockingQueue<>();
            WebSocketStompClient client = new WebSocketStompClient(new StandardWebSocketClient());
            client.setMessageConverter(new StringMessageConverter());
            StompSession session = client.connectAsync(server() + "/stomp", new StompSessionHandlerAdapter() {})
                    .get(20, TimeUnit.SECONDS);
            session.subscribe("/topic/prices", new StompFrameHandler() {
                @Override
                public Type getPayloadType(StompHeaders headers) {
                    return String.class;
                }

                @Override
                public void handleFrame(StompHeaders headers, Object payload) {
                    answers.add((String) payload);
                }
            });
            String answer = null;
            // A subscription is not confirmed: a message sent before it exists has no receiver.
            for (int i = 0; i < 40 && answer == null; i++) {
                session.send("/app/price", id);
                answer = answers.poll(500, TimeUnit.MILLISECONDS);
            }
            session.disconnect();
            return "message " + answer;
        }

        private String server() {
            return "ws://127.0.0.1:" + environment.getRequiredProperty("local.server.port");
        }
    }
}
