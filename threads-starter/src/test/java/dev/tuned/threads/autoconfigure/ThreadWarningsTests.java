/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.StaticApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadWarningsTests {

    @Test
    void nothingToWarnOfByDefault() {
        assertThat(warnings(17, false)).isEmpty();
        assertThat(warnings(25, true)).isEmpty();
    }

    @Test
    void virtualThreadsThatThisJavaHasNot() {
        assertThat(warnings(17, false, "tuned.threads.web.mode=virtual"))
                .containsExactly("tuned.threads.web.mode=virtual: virtual threads for web need Java 21 or later;"
                        + " this is Java 17; platform threads are used instead");
    }

    @Test
    void pinningBelowJava24() {
        assertThat(warnings(21, true, "tuned.threads.mode=virtual"))
                .containsExactly("on Java 21 a virtual thread that blocks inside synchronized pins its carrier thread;"
                        + " Java 24 and later do not (JEP 491)");
    }

    @Test
    void threadsMaxWithoutEffect() {
        assertThat(warnings(25, true, "server.tomcat.threads.max=50"))
                .containsExactly(
                        "server.tomcat.threads.max: no effect on virtual threads (auto: Java 25);"
                                + " bound requests by tuned.threads.web.max-concurrency=50, or set tuned.threads.web.mode=platform");
        assertThat(warnings(25, false, "server.tomcat.threads.max=50")).isEmpty();
    }

    @Test
    void heapPerRequestThatNothingMeasures() {
        assertThat(warnings(25, false, "tuned.threads.heap-per-request.enabled=true"))
                .containsExactly("tuned.threads.heap-per-request.enabled=true: no effect,"
                        + " it needs a servlet application with Micrometer");
    }

    private static List<String> warnings(int java, boolean webVirtual, String... properties) {
        ThreadPlan plan = Plans.plan(java, properties);
        StaticApplicationContext context = new StaticApplicationContext();
        context.setEnvironment(Plans.environment(properties));
        WebThreads web = new WebThreads() {
            @Override
            public boolean virtual() {
                return webVirtual;
            }

            @Override
            public @Nullable String leftAlone() {
                return null;
            }
        };
        return new ThreadWarnings(plan, web, new TaskThreadsPostProcessor(plan, Map.of()), context).list();
    }
}
