/* SPDX-License-Identifier: Apache-2.0 */
package com.example.starts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.examples.dropin.inside.Notes;

/** Starts contexts one after another in one JVM, as tests do, and closes them. */
public class StartsApplication {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableCaching
    static class Base {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @RestController
    static class Web {

        @GetMapping("/hello")
        String hello() {
            return "Hello";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Empty {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class NeedsAbsentBean {

        @Bean
        String needs(Runnable absent) {
            return absent.toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class NeedsAbsentProperty {

        @Value("${starts.absent}")
        String absent;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableConfigurationProperties(Limits.class)
    static class BadProperty {}

    @ConfigurationProperties("starts")
    record Limits(int most) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ThrowsInBean {

        @Bean
        Object broken() {
            throw new IllegalStateException("no such thing");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableScheduling
    static class PrivateScheduled {

        @Scheduled(fixedDelay = 1_000_000)
        private void work() {}
    }

    public static void main(String[] args) throws InterruptedException {
        TreeMap<String, String> before = threads();
        System.setProperty("http.keepAlive", "false");
        List<String> common = new ArrayList<>(Arrays.asList(args));
        for (int i = 1; i <= 2; i++) {
            start("none " + i, builder(Base.class, WebApplicationType.NONE), common);
            start("servlet " + i, builder(Web.class, WebApplicationType.SERVLET), common);
        }
        start("empty", builder(Empty.class, WebApplicationType.NONE), common);
        start("lazy", builder(Web.class, WebApplicationType.SERVLET).lazyInitialization(true), common);
        start("needs absent bean", builder(NeedsAbsentBean.class, WebApplicationType.NONE), common);
        start("needs absent property", builder(NeedsAbsentProperty.class, WebApplicationType.NONE), common);
        start("bad property", builder(BadProperty.class, WebApplicationType.NONE), common, "--starts.most=many");
        start("throws in a bean", builder(ThrowsInBean.class, WebApplicationType.SERVLET), common);
        start("private scheduled method", builder(PrivateScheduled.class, WebApplicationType.NONE), common);
        start(
                "bad size",
                builder(Web.class, WebApplicationType.SERVLET),
                common,
                "--spring.servlet.multipart.max-file-size=much");
        start("bad level", builder(Empty.class, WebApplicationType.NONE), common, "--logging.level.root=LOUD");
        start("bad log file", builder(Empty.class, WebApplicationType.NONE), common, "--logging.config=absent.xml");
        start(
                "absent profile group",
                builder(Empty.class, WebApplicationType.NONE),
                common,
                "--spring.config.location=absent.yml");
        start(
                "negative pool",
                builder(Empty.class, WebApplicationType.NONE).child(Base.class).web(WebApplicationType.NONE),
                common,
                "--spring.task.execution.pool.max-size=0");
        start("log file", builder(Empty.class, WebApplicationType.NONE), common, "--logging.file.name=starts.log");
        start(
                "child",
                new SpringApplicationBuilder(Base.class)
                        .web(WebApplicationType.NONE)
                        .child(Web.class)
                        .web(WebApplicationType.SERVLET),
                common);
        start("after all", builder(Base.class, WebApplicationType.NONE), common);
        for (int i = 0; i < 100 && !threads().equals(before); i++) {
            Thread.sleep(50);
        }
        threads().forEach((name, kind) -> Notes.add("threads afterwards", name, kind));
    }

    private static SpringApplicationBuilder builder(Class<?> configuration, WebApplicationType type) {
        return new SpringApplicationBuilder(configuration).web(type);
    }

    private static void start(String name, SpringApplicationBuilder builder, List<String> common, String... more) {
        List<String> args = new ArrayList<>(common);
        args.addAll(Arrays.asList(more));
        try (ConfigurableApplicationContext context = builder.run(args.toArray(String[]::new))) {
            Notes.add("start " + name, "value", describe(context) + " exit " + SpringApplication.exit(context));
            if (context.getParent() instanceof ConfigurableApplicationContext parent) {
                parent.close();
            }
        } catch (RuntimeException ex) {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(ex);
            Notes.add("start " + name, "exception", cause.getClass().getName() + ": " + cause.getMessage());
        }
    }

    private static String describe(ConfigurableApplicationContext context) {
        StringBuilder text = new StringBuilder("parent " + (context.getParent() != null));
        one(context, CacheManager.class, caches -> {
            if (caches.getCache("a") != null) {
                Object before = caches.getCache("a").get("k");
                caches.getCache("a").put("k", 1);
                text.append(" cached ")
                        .append(before)
                        .append(' ')
                        .append(caches.getCache("a").get("k", Integer.class));
            }
        });
        one(context, TaskExecutor.class, executor -> text.append(" executor"));
        String port = context.getEnvironment().getProperty("local.server.port");
        if (port != null) {
            text.append(' ').append(get("http://127.0.0.1:" + port + "/hello"));
        }
        return text.toString();
    }

    private static String get(String url) {
        try (InputStream in = URI.create(url).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static <T> void one(ConfigurableApplicationContext context, Class<T> type, Consumer<T> use) {
        context.getBeanProvider(type).ifUnique(use);
    }

    /** All threads but those of the JDK's pools, which end when they have been idle for long enough. */
    private static TreeMap<String, String> threads() {
        TreeMap<String, String> threads = new TreeMap<>();
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().matches("ForkJoinPool.*|VirtualThread.*"))
                .forEach(thread -> threads.put(
                        thread.getName().replaceAll("\\d+", "N"), thread.isDaemon() ? "daemon" : "keeps the JVM"));
        return threads;
    }
}
