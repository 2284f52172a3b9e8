/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A stack that ends within a step of a map, or of Caffeine's queue, leaves it halfway, and the next call waits for ever. The
 * optimizing compiler decides where it ends: in a JVM of its own, with the compilers that users have.
 */
class EndlessRecursionIT {

    private static final int ROUNDS = 200;

    @Test
    void stackThatEndsAnywhereLeavesNothingThatTheNextCallWaitsFor() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    static final class Program {

        public static void main(String[] args) {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(
                            org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class,
                            CacheAutoConfiguration.class,
                            NearCacheAutoConfiguration.class))
                    .withUserConfiguration(Application.class)
                    .run(context -> {
                        Recursive recursive = context.getBean(Recursive.class);
                        for (int round = 0; round < ROUNDS; round++) {
                            int from = round * 100_000;
                            FutureTask<String> call = new FutureTask<>(() -> recursive.down(from));
                            Thread thread = new Thread(null, call, "small stack", 300_000 + 64L * round);
                            thread.setDaemon(true);
                            thread.start();
                            if (!overflows(call)) {
                                System.exit(1);
                            }
                        }
                    });
            System.exit(0);
        }

        private static boolean overflows(FutureTask<String> call) throws InterruptedException {
            try {
                call.get(30, TimeUnit.SECONDS);
                return false;
            } catch (TimeoutException ex) {
                return false;
            } catch (ExecutionException ex) {
                return ex.getCause() instanceof StackOverflowError;
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @Import(Recursive.class)
    static class Application {}

    static class Recursive {

        @Autowired
        @Lazy
        @Nullable
        Recursive self;

        @Cacheable("recursive")
        public String down(int number) {
            return requireNonNull(self).down(number + 1) + number;
        }
    }
}
