/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import org.apache.catalina.connector.Connector;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.reactive.JettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.task.AsyncTaskExecutor;

import dev.tuned.threads.plan.Plans;
import dev.tuned.threads.plan.ThreadPlan;
import dev.tuned.threads.report.ReportPart;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Other web servers than one embedded Tomcat for servlets: the rest works, and the start-up line says what does not apply. */
class WebServersTests {

    private static final String FOR_TOMCAT = "tuned.threads.web.max-concurrency=5";

    /** On a Java without them, platform. */
    private static final String VIRTUAL = "tuned.threads.web.mode=virtual";

    private static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

    /** Jetty for servlets, Netty for WebFlux, none at all. */
    @ParameterizedTest
    @EnumSource(WebApplicationType.class)
    void withoutTomcatOnTheClassPathTheRestIsApplied(WebApplicationType type) {
        try (ConfigurableApplicationContext context =
                startWithoutTomcat(type, FOR_TOMCAT, "tuned.threads.async.mode=virtual")) {
            ThreadPlan plan = context.getBean(ThreadPlan.class);
            String kind = plan.runsVirtual(plan.async()) ? "virtual" : "platform";
            assertThat(Plans.summary(context))
                    .contains("requests without a limit (no embedded Tomcat)", "async " + kind)
                    .doesNotContain("web as Spring Boot", "sendfile");
            assertThat(context.containsBean("tunedThreadsTomcatCustomizer")).isFalse();
            assertThat(kindOfTask(context)).isEqualTo(kind);
        }
    }

    @ParameterizedTest
    @EnumSource(WebApplicationType.class)
    void nothingIsSaidOfSettingsThatNobodyMade(WebApplicationType type) {
        try (ConfigurableApplicationContext context = startWithoutTomcat(type)) {
            assertThat(Plans.summary(context)).doesNotContain("without a limit", "async", "scheduling");
        }
    }

    @Test
    void onJettyWithTomcatOnTheClassPathTheSameIsSaid() {
        try (WebApp app = WebApp.start(WebApp.JettyApp.class, FOR_TOMCAT)) {
            assertThat(Plans.summary(app.context))
                    .doesNotContain("web as Spring Boot")
                    .contains("requests without a limit (no embedded Tomcat)");
            assertThat(part(app).warnings()).isEmpty();
        }
    }

    @Test
    void tomcatUnderWebFluxHasItsThreadsLikeAnyOther() {
        SpringApplication application = new SpringApplication(ReactiveTomcat.class);
        application.setWebApplicationType(WebApplicationType.REACTIVE);
        try (ConfigurableApplicationContext context =
                application.run("--server.address=127.0.0.1", "--server.port=0", "--" + VIRTUAL)) {
            TomcatWebServer server = (TomcatWebServer) ((ReactiveWebServerApplicationContext) context).getWebServer();
            assertThat(server).isNotNull();
            Connector connector = server.getTomcat().getConnector();
            assertThat(isVirtual(connector)).isEqualTo(HAS_VIRTUAL_THREADS);
            assertThat(Plans.summary(context)).startsWith(HAS_VIRTUAL_THREADS ? "web virtual" : "web platform");
        }
    }

    @Test
    void connectorsThatTheApplicationAddsAreLeftAlone() {
        try (WebApp app = WebApp.start(TwoConnectors.class, VIRTUAL)) {
            Connector[] connectors = ((TomcatWebServer) app.context.getWebServer())
                    .getTomcat()
                    .getService()
                    .findConnectors();
            assertThat(Stream.of(connectors).map(WebServersTests::isVirtual))
                    .containsExactly(HAS_VIRTUAL_THREADS, false);
        }
    }

    @Test
    void managementServerOnAPortOfItsOwnIsLeftToBoot() {
        try (WebApp app = WebApp.start(
                WithManagement.class, VIRTUAL, "management.server.port=0", "management.server.address=127.0.0.1")) {
            assertThat(isVirtual(((TomcatWebServer) app.context.getWebServer())
                            .getTomcat()
                            .getConnector()))
                    .isEqualTo(HAS_VIRTUAL_THREADS);
            assertThat(app.context.getBean(Servers.class).all).hasSize(2).last().satisfies(management -> {
                Connector connector = ((TomcatWebServer) management).getTomcat().getConnector();
                assertThat(isVirtual(connector)).isFalse();
            });
            assertThat(part(app).details()).containsEntry("effective", HAS_VIRTUAL_THREADS ? "virtual" : "platform");
        }
    }

    private static boolean isVirtual(Connector connector) {
        return connector.getProtocolHandler().getExecutor() instanceof VirtualThreadExecutor;
    }

    private static ReportPart part(WebApp app) {
        return app.context.getBean(TomcatThreads.class);
    }

    private static ConfigurableApplicationContext startWithoutTomcat(WebApplicationType type, String... properties) {
        ClassLoader withoutTomcat = new FilteredClassLoader(
                "org.apache.catalina", "org.apache.coyote", "org.apache.tomcat", "org.springframework.boot.tomcat");
        SpringApplication application = new SpringApplication(new DefaultResourceLoader(withoutTomcat), Empty.class);
        application.setWebApplicationType(type);
        String[] arguments = Stream.concat(
                        Stream.of("server.address=127.0.0.1", "server.port=0"), Stream.of(properties))
                .map("--"::concat)
                .toArray(String[]::new);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(withoutTomcat);
        try {
            return application.run(arguments);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String kindOfTask(ConfigurableApplicationContext context) {
        return context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class)
                .submitCompletable(WebApp::kind)
                .join();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Empty {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {NettyReactiveWebServerAutoConfiguration.class, JettyReactiveWebServerAutoConfiguration.class})
    static class ReactiveTomcat {}

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class TwoConnectors {

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> second() {
            return factory -> {
                Connector connector = new Connector(TomcatWebServerFactory.DEFAULT_PROTOCOL);
                connector.setPort(0);
                connector.setProperty("address", "127.0.0.1");
                factory.addAdditionalConnectors(connector);
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = JettyServletWebServerAutoConfiguration.class,
            excludeName =
                    "org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyServletManagementContextAutoConfiguration")
    @Import({WebApp.Gate.class, Servers.class})
    static class WithManagement {}

    /** All web servers, in the order in which they started. */
    static class Servers implements ApplicationListener<WebServerInitializedEvent> {

        final List<WebServer> all = new CopyOnWriteArrayList<>();

        @Override
        public void onApplicationEvent(WebServerInitializedEvent event) {
            all.add(event.getWebServer());
        }
    }
}
