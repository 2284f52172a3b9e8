/* SPDX-License-Identifier: Apache-2.0 */
package com.example.timed;

import java.net.Socket;
import java.util.Arrays;
import java.util.stream.Stream;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Starts an application for each of its beans, looks at the bean, and then one with all that go together. */
public class TimedApplication {

    public static void main(String[] args) {
        // Starts of their own: a parent keeps them out of what is noted of the last one.
        try (GenericApplicationContext parent = new GenericApplicationContext()) {
            parent.refresh();
            TimedBeans.ALL.forEach((name, bean) -> start(parent, name, bean, args));
            WebBeans.ALL.forEach((name, path) -> Notes.outcome(name, () -> request(parent, path, args)));
        }
        SpringApplication.run(Plain.class, join(args, "--logging.level.root=info"));
    }

    private static <T> void start(
            GenericApplicationContext parent, String name, TimedBeans.Case<T> tried, String[] args) {
        Notes.outcome(name, () -> {
            try (ConfigurableApplicationContext application = builder(parent, tried.type())
                    .web(WebApplicationType.NONE)
                    .run(join(quiet(args), tried.arguments()))) {
                T bean = application.getBean(tried.type());
                Notes.add(name, "class", bean.getClass().getName());
                return tried.look().apply(bean);
            }
        });
    }

    private static Object request(GenericApplicationContext parent, WebBeans.Path path, String[] args)
            throws Exception {
        try (ConfigurableApplicationContext application = builder(parent, path.controller())
                .run(join(quiet(args), "--spring.aop.proxy-target-class=" + path.classes()))) {
            int port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            try (Socket socket = new Socket("127.0.0.1", port)) {
                socket.getOutputStream().write(("GET " + path.path() + " HTTP/1.0\r\n\r\n").getBytes(UTF_8));
                String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
                String status = answer.split(" ")[1];
                return status + (status.equals("200") ? answer.substring(answer.indexOf("\r\n\r\n") + 4) : "");
            }
        }
    }

    /** Those that cannot start would fill the log. */
    private static String[] quiet(String[] args) {
        return join(args, "--logging.level.root=off");
    }

    private static String[] join(String[] args, String... more) {
        return Stream.concat(Arrays.stream(args), Arrays.stream(more)).toArray(String[]::new);
    }

    private static SpringApplicationBuilder builder(GenericApplicationContext parent, Class<?> type) {
        return new SpringApplicationBuilder(Timed.class, type).parent(parent);
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Timed {}

    /** The beans that a proxy does not break. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({WebBeans.Open.class, TimedBeans.Shop.class})
    static class Plain {}
}
