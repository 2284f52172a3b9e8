/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** What the log says at start-up. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens to virtual threads from Java 24 on")
@ExtendWith(OutputCaptureExtension.class)
class ThreadsReportIT {

    private static final Pattern LINE = Pattern.compile("(INFO|WARN).* : (tuned threads: .*)");

    private static final String WEB = "INFO tuned threads: web platform (auto: virtual while requests wait)";

    private static final String AUTO = "(auto: Java " + Runtime.version().feature() + ")";

    private static final String SENDFILE = ", sendfile from 48KB";

    private static final String CACHE = ", Tomcat processor cache 200";

    @Test
    void dependencyAlone(CapturedOutput output) {
        WebApp.start().close();
        assertThat(lines(output))
                .containsExactly(WEB + ", async platform (default), scheduling not enabled" + CACHE + SENDFILE);
    }

    @Test
    void decidedOneByOne(CapturedOutput output) {
        WebApp.start(
                        Scheduling.class,
                        "tuned.threads.web.mode=platform",
                        "spring.threads.virtual.enabled=false",
                        "tuned.threads.scheduling.mode=virtual",
                        "server.tomcat.processor-cache=500")
                .close();
        assertThat(lines(output))
                .containsExactly("INFO tuned threads: web platform (tuned.threads.web.mode=platform),"
                        + " async platform (spring.threads.virtual.enabled=false),"
                        + " scheduling virtual (tuned.threads.scheduling.mode=virtual),"
                        + " Tomcat processor cache 500 (server.tomcat.processor-cache)" + SENDFILE);
    }

    @Test
    void settingsOfPoolsWithoutEffect(CapturedOutput output) {
        WebApp.start(
                        "server.tomcat.threads.max=50",
                        "tuned.threads.web.mode=virtual",
                        "tuned.threads.async.mode=virtual",
                        "spring.task.execution.pool.max-size=4",
                        "spring.task.execution.pool.queue-capacity=100")
                .close();
        assertThat(lines(output))
                .hasSize(3)
                .contains(
                        "WARN tuned threads: server.tomcat.threads.max: no effect on virtual threads"
                                + " (tuned.threads.web.mode=virtual); limit requests by tuned.threads.web.max-concurrency=50,"
                                + " or set tuned.threads.web.mode=platform",
                        "WARN tuned threads: spring.task.execution.pool.max-size,"
                                + " spring.task.execution.pool.queue-capacity: no effect on virtual threads"
                                + " (tuned.threads.async.mode=virtual); limit tasks by tuned.threads.async.max-concurrency,"
                                + " or set tuned.threads.async.mode=platform");
    }

    @Test
    void limitOfThreadsThatIsKept(CapturedOutput output) {
        WebApp.start("server.tomcat.threads.max=50").close();
        assertThat(lines(output))
                .singleElement()
                .asString()
                .contains("web platform (auto: limited by server.tomcat.threads.max)");
    }

    @Test
    void boundsAndNamedExecutors(CapturedOutput output) {
        WebApp.start(
                        "tuned.threads.async.mode=auto",
                        "tuned.threads.async.max-concurrency=8",
                        "spring.task.execution.simple.concurrency-limit=4",
                        "tuned.threads.executors.reports.max-concurrency=4",
                        "tuned.threads.executors.reports.queue-capacity=100")
                .close();
        assertThat(lines(output))
                .hasSize(2)
                .contains("WARN tuned threads: spring.task.execution.simple.concurrency-limit: no effect beside"
                        + " tuned.threads.async.max-concurrency=8")
                .last()
                .asString()
                .contains("async virtual " + AUTO + ", async at most 8, queue unlimited, executor 'reports' virtual "
                        + AUTO + ", at most 4, queue 100, scheduling not enabled");
    }

    @Test
    void customizersOfThePoolWithoutEffect(CapturedOutput output) {
        WebApp.start(PoolCustomizer.class, "tuned.threads.async.mode=auto").close();
        assertThat(lines(output))
                .hasSize(2)
                .contains("WARN tuned threads: ThreadPoolTaskExecutorCustomizer 'bigger': no effect on virtual threads "
                        + AUTO + "; use a SimpleAsyncTaskExecutorCustomizer or a TaskDecorator,"
                        + " or set tuned.threads.async.mode=platform");
    }

    @Test
    void lazyInitializationSaysTheSame(CapturedOutput output) {
        WebApp.start("spring.main.lazy-initialization=true").close();
        assertThat(lines(output))
                .containsExactly(WEB + ", async platform (default), scheduling not enabled" + CACHE + SENDFILE);
    }

    @Test
    void executorsOfTheUser(CapturedOutput output) {
        WebApp.start(WebApp.OwnExecutorApp.class).close();
        assertThat(lines(output))
                .containsExactly("INFO tuned threads: web left to the application's executor,"
                        + " async left to the application's executor, scheduling not enabled,"
                        + " Tomcat processor cache 200" + SENDFILE);
    }

    @Test
    void onJettyTheRestIsInForce(CapturedOutput output) {
        try (WebApp app = WebApp.start(WebApp.JettyApp.class)) {
            assertThat(lines(output))
                    .containsExactly("INFO tuned threads: web left alone (no embedded Tomcat), async platform (default)"
                            + ", scheduling not enabled");
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(app.get("/callable")).isEqualTo("platform");
        }
    }

    @Test
    void withoutAWebServerAVirtualSchedulerDoesNotKeepTheApplication(CapturedOutput output) {
        SpringApplicationBuilder application =
                new SpringApplicationBuilder(Scheduling.class).web(WebApplicationType.NONE);
        String[] arguments = {"--tuned.threads.scheduling.mode=virtual", "--spring.main.banner-mode=off"};
        application.run(arguments).close();
        assertThat(lines(output))
                .containsExactly(
                        "WARN tuned threads: a scheduler on virtual threads (tuned.threads.scheduling.mode=virtual)"
                                + " does not keep the application running; set spring.main.keep-alive=true",
                        "INFO tuned threads: web left alone (no embedded Tomcat), async platform (default)"
                                + ", scheduling virtual (tuned.threads.scheduling.mode=virtual)");
    }

    @Test
    void nothingWhenSwitchedOff(CapturedOutput output) {
        WebApp.start("tuned.threads.enabled=false", "server.tomcat.threads.max=50")
                .close();
        assertThat(output).contains("Tomcat started on port");
        assertThat(lines(output)).isEmpty();
    }

    private static List<String> lines(CapturedOutput output) {
        return LINE.matcher(output).results().map(ThreadsReportIT::line).toList();
    }

    private static String line(MatchResult line) {
        return line.group(1) + " " + line.group(2);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    @Import(WebApp.App.class)
    static class Scheduling {}

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class PoolCustomizer {

        @Bean
        ThreadPoolTaskExecutorCustomizer bigger() {
            return executor -> executor.setCorePoolSize(20);
        }
    }
}
