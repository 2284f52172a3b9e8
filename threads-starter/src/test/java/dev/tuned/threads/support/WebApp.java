/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.support;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ProtocolHandler;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyServletManagementContextAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.autoconfigure.ThreadsAutoConfiguration;
import dev.tuned.threads.autoconfigure.ThreadsWebAutoConfiguration;

/** A running application on a real server, on a port of its own, and a client for it. */
public final class WebApp implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public final ServletWebServerApplicationContext context;

    private WebApp(ServletWebServerApplicationContext context) {
        this.context = context;
    }

    /** Starts it with properties, each {@code name=value}. */
    public static WebApp start(Class<?> configuration, String... properties) {
        SpringApplication application = new SpringApplication(configuration);
        String[] arguments = Stream.concat(
                        Stream.of("server.address=127.0.0.1", "server.port=0"), Stream.of(properties))
                .map("--"::concat)
                .toArray(String[]::new);
        return new WebApp((ServletWebServerApplicationContext) application.run(arguments));
    }

    public static WebApp start(String... properties) {
        return start(App.class, properties);
    }

    public String get(String path) {
        return getLater(path).join();
    }

    public CompletableFuture<String> getLater(String path) {
        URI uri = URI.create("http://127.0.0.1:" + context.getWebServer().getPort() + path);
        return CLIENT.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    public AbstractProtocol<?> protocol() {
        TomcatWebServer server = (TomcatWebServer) context.getWebServer();
        return (AbstractProtocol<?>) server.getTomcat().getConnector().getProtocolHandler();
    }

    public Gate gate() {
        return context.getBean(Gate.class);
    }

    @Override
    public void close() {
        gate().open();
        context.close();
    }

    /** Kind of the current thread, told apart without the API of Java 21. */
    public static String kind() {
        return Thread.currentThread().toString().startsWith("VirtualThread[") ? "virtual" : "platform";
    }

    /** A service with Spring MVC on Tomcat, and little else: most tests start many of them. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ThreadsAutoConfiguration.class,
        ThreadsWebAutoConfiguration.class,
        ApplicationAvailabilityAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        ErrorMvcAutoConfiguration.class,
        HttpEncodingAutoConfiguration.class,
        HttpMessageConvertersAutoConfiguration.class,
        JacksonAutoConfiguration.class,
        LifecycleAutoConfiguration.class,
        MultipartAutoConfiguration.class,
        PropertyPlaceholderAutoConfiguration.class,
        SslAutoConfiguration.class,
        TaskExecutionAutoConfiguration.class,
        TaskSchedulingAutoConfiguration.class,
        TomcatServletWebServerAutoConfiguration.class,
        WebMvcAutoConfiguration.class
    })
    @Import(Gate.class)
    public static class App {}

    /** All that is on the class path of the tests, on Tomcat. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {
                JettyServletWebServerAutoConfiguration.class,
                JettyServletManagementContextAutoConfiguration.class
            })
    @Import(Gate.class)
    public static class WholeApp {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = TomcatServletWebServerAutoConfiguration.class)
    @Import(Gate.class)
    public static class JettyApp {}

    /** Serves requests on an executor of its own. */
    @Configuration(proxyBeanMethods = false)
    @Import(App.class)
    public static class OwnExecutorApp {

        @Bean(destroyMethod = "shutdownNow")
        ExecutorService own() {
            return Executors.newCachedThreadPool();
        }

        @Bean
        TomcatProtocolHandlerCustomizer<ProtocolHandler> ownThreads(ExecutorService own) {
            return handler -> handler.setExecutor(own);
        }
    }

    /** Counts requests that came in, and holds them until it opens. */
    @RestController
    public static class Gate {

        public final Semaphore arrived = new Semaphore(0);

        private volatile CountDownLatch latch = new CountDownLatch(1);

        @GetMapping("/kind")
        String thread() {
            return kind();
        }

        @GetMapping("/name")
        String name() {
            return Thread.currentThread().getName();
        }

        @GetMapping("/callable")
        Callable<String> callable() {
            return WebApp::kind;
        }

        @GetMapping("/gate")
        String gate() throws InterruptedException {
            CountDownLatch current = latch;
            arrived.release();
            current.await();
            return "through";
        }

        public void open() {
            latch.countDown();
        }

        /** Starts anew, with nobody arrived. */
        public void close() {
            arrived.drainPermits();
            latch = new CountDownLatch(1);
        }
    }
}
