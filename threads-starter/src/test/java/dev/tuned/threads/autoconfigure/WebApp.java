/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

import org.apache.coyote.AbstractProtocol;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyServletManagementContextAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A running application on a real server, on a port of its own, and a client for it. */
final class WebApp implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    final ServletWebServerApplicationContext context;

    private WebApp(ServletWebServerApplicationContext context) {
        this.context = context;
    }

    /** Starts it with properties, each {@code name=value}. */
    static WebApp start(Class<?> configuration, String... properties) {
        SpringApplication application = new SpringApplication(configuration);
        String[] arguments = Stream.concat(
                        Stream.of("server.address=127.0.0.1", "server.port=0"), Stream.of(properties))
                .map("--"::concat)
                .toArray(String[]::new);
        return new WebApp((ServletWebServerApplicationContext) application.run(arguments));
    }

    static WebApp start(String... properties) {
        return start(App.class, properties);
    }

    String get(String path) {
        return getLater(path).join();
    }

    CompletableFuture<String> getLater(String path) {
        URI uri = URI.create("http://127.0.0.1:" + this.context.getWebServer().getPort() + path);
        return CLIENT.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    AbstractProtocol<?> protocol() {
        TomcatWebServer server = (TomcatWebServer) this.context.getWebServer();
        return (AbstractProtocol<?>) server.getTomcat().getConnector().getProtocolHandler();
    }

    Gate gate() {
        return this.context.getBean(Gate.class);
    }

    @Override
    public void close() {
        gate().open();
        this.context.close();
    }

    /** Kind of the current thread, told apart without the API of Java 21. */
    static String kind() {
        return Thread.currentThread().toString().startsWith("VirtualThread[") ? "virtual" : "platform";
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {
                JettyServletWebServerAutoConfiguration.class,
                JettyServletManagementContextAutoConfiguration.class
            })
    @Import(Gate.class)
    static class App {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = TomcatServletWebServerAutoConfiguration.class)
    @Import(Gate.class)
    static class JettyApp {}

    /** Counts who came in and holds everyone until it opens. */
    @RestController
    static class Gate {

        final Semaphore arrived = new Semaphore(0);

        private volatile CountDownLatch latch = new CountDownLatch(1);

        @GetMapping("/kind")
        String thread() {
            return kind();
        }

        @GetMapping("/callable")
        Callable<String> callable() {
            return WebApp::kind;
        }

        @GetMapping("/gate")
        String gate() throws InterruptedException {
            CountDownLatch current = this.latch;
            this.arrived.release();
            current.await();
            return "through";
        }

        void open() {
            this.latch.countDown();
        }

        /** Starts anew, with nobody arrived. */
        void close() {
            this.arrived.drainPermits();
            this.latch = new CountDownLatch(1);
        }
    }
}
