/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** What the log says at start-up. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "virtual threads that do not pin")
@ExtendWith(OutputCaptureExtension.class)
class ThreadsReportIT {

    private static final Pattern LINE = Pattern.compile("(INFO|WARN).* : (tuned threads: .*)");

    private static final String WEB = "web as Spring Boot"
            + " (tuned.threads.web.mode=auto lets Tomcat's pool grow while requests wait for a thread)";

    private static final String SENDFILE = ", sendfile from 48KB";

    @ParameterizedTest
    @ValueSource(strings = {"none=", "spring.main.lazy-initialization=true", "tuned.threads.async.mode=boot"})
    void dependencyAlone(String property, CapturedOutput output) {
        WebApp.start(property).close();
        assertThat(lines(output)).containsExactly("INFO tuned threads: " + WEB + SENDFILE);
    }

    @Test
    void asyncAndSchedulingWhereTheyAreSet(CapturedOutput output) {
        WebApp.start(
                        Scheduling.class,
                        "tuned.threads.web.mode=platform",
                        "tuned.threads.async.mode=virtual",
                        "tuned.threads.async.max-concurrency=8",
                        "tuned.threads.scheduling.mode=virtual")
                .close();
        assertThat(lines(output))
                .containsExactly("INFO tuned threads: web platform, async virtual, at most 8 tasks, scheduling virtual"
                        + SENDFILE);
    }

    @Test
    void aLimitOfTasksAlone(CapturedOutput output) {
        WebApp.start("tuned.threads.async.max-concurrency=8").close();
        assertThat(lines(output))
                .containsExactly("INFO tuned threads: " + WEB + ", async platform, at most 8 tasks" + SENDFILE);
    }

    @Test
    void schedulingThatNobodyEnabled(CapturedOutput output) {
        WebApp.start("tuned.threads.scheduling.mode=virtual").close();
        assertThat(lines(output)).containsExactly("INFO tuned threads: " + WEB + ", scheduling not enabled" + SENDFILE);
    }

    /** Spring Boot itself says nothing of them. */
    @Test
    void settingsOfPoolsBesideBootsFlag(CapturedOutput output) {
        WebApp.start(
                        "spring.threads.virtual.enabled=true",
                        "server.tomcat.threads.max=50",
                        "spring.task.execution.pool.max-size=4")
                .close();
        assertThat(lines(output)).singleElement().asString().startsWith("INFO ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tuned.threads.web.auto.max-concurrency=700 | 200 threads now, at most 700
            server.tomcat.threads.max=50 | 'stays at 50 threads, server.tomcat.threads.max'
            server.tomcat.threads.max=200 | 'stays at 200 threads, server.tomcat.threads.max'
            spring.threads.virtual.enabled=true | 200 threads now, at most 1000
            """)
    void aPoolThatMayGrow(String property, String text, CapturedOutput output) {
        WebApp.start("tuned.threads.web.mode=auto", property).close();
        assertThat(lines(output)).containsExactly("INFO tuned threads: web platform (auto: " + text + ")" + SENDFILE);
    }

    @Test
    void rejectAtLimitWithoutALimit(CapturedOutput output) {
        WebApp.start("tuned.threads.async.reject-at-limit=true").close();
        assertThat(lines(output))
                .contains("WARN tuned threads: tuned.threads.async.reject-at-limit: no effect without"
                        + " tuned.threads.async.max-concurrency");
    }

    @Test
    void executorsOfTheUser(CapturedOutput output) {
        WebApp.start(
                        WebApp.OwnExecutorApp.class,
                        "tuned.threads.web.mode=virtual",
                        "tuned.threads.async.mode=virtual",
                        "tuned.threads.async.max-concurrency=8")
                .close();
        assertThat(lines(output))
                .containsExactly(
                        "WARN tuned threads: tuned.threads.async.max-concurrency: no effect,"
                                + " async is left to the application's executor",
                        "INFO tuned threads: web left to the application's executor,"
                                + " async left to the application's executor" + SENDFILE);
    }

    @Test
    void onJettyTheRestIsApplied(CapturedOutput output) {
        try (WebApp app = WebApp.start(WebApp.JettyApp.class, "tuned.threads.async.mode=virtual")) {
            assertThat(lines(output)).containsExactly("INFO tuned threads: async virtual");
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(app.get("/callable")).isEqualTo("virtual");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"scheduling", "async"})
    void withoutAWebServerVirtualThreadsDoNotKeepTheApplicationRunning(String target, CapturedOutput output) {
        String mode = "--tuned.threads." + target + ".mode=virtual";
        startWithoutServer(mode);
        assertThat(lines(output))
                .containsExactly(
                        "WARN tuned threads: virtual threads (tuned.threads.%s.mode) do not keep the application running;"
                                        .formatted(target)
                                + " set spring.main.keep-alive=true",
                        "INFO tuned threads: %s virtual".formatted(target));
    }

    @ParameterizedTest
    @CsvSource({
        "--spring.main.keep-alive=true, virtual",
        "--spring.threads.virtual.enabled=true, virtual",
        "--none=, platform"
    })
    void whereSomethingElseDecidesThatNothingIsWarnedOf(String property, String mode, CapturedOutput output) {
        startWithoutServer("--tuned.threads.scheduling.mode=" + mode, property);
        assertThat(lines(output)).containsExactly("INFO tuned threads: scheduling " + mode);
    }

    @Test
    void anApplicationThatIsKeptAliveInCodeIsNotWarned(CapturedOutput output) {
        SpringApplication application = new SpringApplication(Scheduling.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setKeepAlive(true);
        application.run("--tuned.threads.scheduling.mode=virtual").close();
        assertThat(lines(output)).containsExactly("INFO tuned threads: scheduling virtual");
    }

    private static void startWithoutServer(String... arguments) {
        new SpringApplicationBuilder(Scheduling.class)
                .web(WebApplicationType.NONE)
                .run(arguments)
                .close();
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
}
