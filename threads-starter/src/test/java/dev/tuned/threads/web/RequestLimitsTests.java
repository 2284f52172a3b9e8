/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.threads.RequestLimit;
import dev.tuned.threads.RequestLimits;
import dev.tuned.threads.support.RawHttp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

/** Limits that are changed while requests are there, on a real Tomcat. */
@ExtendWith(OutputCaptureExtension.class)
class RequestLimitsTests {

    private static final String ONE = "tuned.threads.web.max-concurrency=1";

    private static final String ROUTE = "tuned.threads.web.routes[/gate/**]=1";

    private static final String LONG_WAIT = "tuned.threads.web.max-wait=1h";

    private static final String WRITABLE = "management.endpoint.tunedthreads.access=unrestricted";

    private static final String EXPOSED = "management.endpoints.web.exposure.include=tunedthreads";

    @ParameterizedTest
    @CsvSource({"other," + ONE, "/gate/**," + ROUTE})
    void aRaisedLimitLetsInAtOnceWhoWaits(String route, String property, CapturedOutput output) {
        try (LimitedApp server = LimitedApp.start(WebApp.App.class, property, LONG_WAIT)) {
            RequestLimits limits = server.app().context.getBean(RequestLimits.class);
            assertThat(limits.current()).containsExactly(entry(route, 1));
            List<CompletableFuture<String>> held = server.hold(1);
            CompletableFuture<String> waiting = server.app().getLater("/gate");
            LimitedApp.soon().until(() -> server.bound().waiting() == 1);

            limits.change(route, 2);

            server.awaitHeld(2);
            assertThat(server.bound().waiting()).isZero();
            assertThat(limits.current()).containsExactly(entry(route, 2));
            assertThat(output)
                    .containsOnlyOnce("tuned threads: limit of requests '" + route + "' changed from 1 to 2")
                    .contains("INFO");
            server.app().gate().open();
            assertThat(held.get(0)).succeedsWithin(Duration.ofMinutes(1));
            assertThat(waiting).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("through");
        }
    }

    @Test
    void aLoweredLimitSendsNobodyAwayWhoIsInService() {
        try (LimitedApp server = LimitedApp.start(
                WebApp.App.class, "tuned.threads.web.max-concurrency=2", "tuned.threads.web.max-wait=0")) {
            List<CompletableFuture<String>> held = server.hold(2);
            server.app().context.getBean(RequestLimits.class).change(RequestLimits.OTHER, 1);
            assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 503 ");
            server.app().gate().open();
            assertThat(held)
                    .allSatisfy(answer -> assertThat(answer)
                            .succeedsWithin(Duration.ofMinutes(1))
                            .isEqualTo("through"));
            server.awaitAllPermitsBack();
            assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void whatCannotBeChangedIsSaid(CapturedOutput output) {
        try (WebApp app = WebApp.start(OwnLimit.class, ROUTE)) {
            RequestLimits limits = app.context.getBean(RequestLimits.class);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> limits.change("/gate/**", 0))
                    .withMessage("The limit 0 is below 1: write how many requests may be in service at once");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> limits.change("/other/**", 2))
                    .withMessage("There is no limit of requests '/other/**'; there are [/gate/**, other]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> limits.change("other", 2))
                    .withMessage("The limit 'other' is no fixed one: RequestLimit says how many may be in service");
            assertThat(limits.current()).containsExactly(entry("/gate/**", 1), entry("other", 7));
            assertThat(output).doesNotContain("changed from");
        }
    }

    @Test
    void theEndpointIsReadOnlyByDefault() {
        try (LimitedApp server = LimitedApp.start(WebApp.WholeApp.class, ONE, EXPOSED)) {
            assertThat(RawHttp.get(server.app(), "/actuator/tunedthreads")).startsWith("HTTP/1.1 200 ");
            assertThat(post(server.app(), "{\"limit\":2}")).startsWith("HTTP/1.1 405 ");
            assertThat(server.bound().limit()).isEqualTo(1);
        }
    }

    @Test
    void theEndpointChangesLimitsWhereItMay(CapturedOutput output) {
        try (LimitedApp server = LimitedApp.start(WebApp.WholeApp.class, ONE, ROUTE, EXPOSED, WRITABLE)) {
            RequestLimits limits = server.app().context.getBean(RequestLimits.class);
            assertThat(post(server.app(), "{\"limit\":2}")).startsWith("HTTP/1.1 204 ");
            assertThat(post(server.app(), "{\"limit\":3,\"route\":\"/gate/**\"}"))
                    .startsWith("HTTP/1.1 204 ");
            assertThat(limits.current()).containsOnly(entry("other", 2), entry("/gate/**", 3));
            assertThat(output).contains("'other' changed from 1 to 2", "'/gate/**' changed from 1 to 3");
            for (String wrong : List.of(
                    "{}",
                    "{\"limit\":0}",
                    "{\"limit\":-1}",
                    "{\"limit\":\"many\"}",
                    "{\"limit\":4,\"route\":\"/x\"}")) {
                assertThat(post(server.app(), wrong)).as(wrong).startsWith("HTTP/1.1 400 ");
            }
            assertThat(limits.current()).containsOnly(entry("other", 2), entry("/gate/**", 3));
        }
    }

    @Test
    void whereRequestsHaveNoLimitTheEndpointHasNoneToChange() {
        try (WebApp app =
                WebApp.start(WebApp.WholeApp.class, EXPOSED, WRITABLE, "spring.web.error.include-message=always")) {
            assertThat(app.context.getBean(RequestLimits.class).current()).isEmpty();
            assertThat(post(app, "{\"limit\":2}"))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("There is no limit of requests 'other'; there are []");
        }
    }

    private static String post(WebApp app, String body) {
        try (RawHttp connection = RawHttp.connect(app)) {
            connection.send(
                    "POST /actuator/tunedthreads HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                            .formatted(body.length(), body));
            return connection.readAll();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class OwnLimit {

        @Bean
        RequestLimit own() {
            return () -> 7;
        }
    }
}
