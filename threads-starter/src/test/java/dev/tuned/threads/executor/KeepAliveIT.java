/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;

import dev.tuned.threads.plan.ThreadsAutoConfiguration;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** A program without a web server whose {@code main} returns while a task still runs, in a JVM of its own. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "needs virtual threads")
class KeepAliveIT {

    @Test
    void aTaskOnAVirtualThreadEndsBeforeTheJvmDoes() throws Exception {
        assertThat(run("--seconds=2", "--tuned.threads.async.mode=virtual"))
                .contains("started on virtual", "ended after main");
    }

    @Test
    void bootsOwnVirtualThreadsAreCutOff() throws Exception {
        assertThat(run("--seconds=60", "--tuned.threads.enabled=false", "--spring.threads.virtual.enabled=true"))
                .contains("started on virtual")
                .doesNotContain("ended after main");
    }

    private static String run(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName());
        builder.command().addAll(List.of(arguments));
        Process process = builder.redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LifecycleAutoConfiguration.class,
        TaskExecutionAutoConfiguration.class,
        TaskSchedulingAutoConfiguration.class,
        ThreadsAutoConfiguration.class,
        ThreadsExecutorAutoConfiguration.class
    })
    static class Program {

        public static void main(String[] args) throws InterruptedException {
            var context = new SpringApplicationBuilder(Program.class)
                    .web(WebApplicationType.NONE)
                    .run(args);
            Thread main = Thread.currentThread();
            CountDownLatch started = new CountDownLatch(1);
            long seconds = context.getEnvironment().getRequiredProperty("seconds", Long.class);
            context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class)
                    .execute(() -> work(context, main, started, seconds));
            started.await();
        }

        private static void work(
                ConfigurableApplicationContext context, Thread main, CountDownLatch started, long seconds) {
            System.out.println("started on " + WebApp.kind());
            started.countDown();
            try {
                main.join();
                // Work that outlasts main: time enough for a JVM that nothing holds to be gone.
                boolean never = new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
                System.out.println("ended after main " + never);
                // Otherwise the JVM ends a minute later, as with Spring Boot's pool.
                new Thread(context::close).start();
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
