/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import dev.tuned.threads.support.RawHttp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** What a client gets when Spring's {@code @ConcurrencyLimit} rejects a call. */
class RejectedInvocationTests {

    @Test
    void theSameAsByALimitOfRequests() {
        try (WebApp app = WebApp.start(App.class)) {
            for (String path : new String[] {"/rejected", "/wrapped"}) {
                assertThat(RawHttp.get(app, path))
                        .startsWith("HTTP/1.1 503 ")
                        .contains("\r\nRetry-After: 1\r\n", "\r\nContent-Length: 0\r\n")
                        .endsWith("\r\n\r\n");
            }
            assertThat(RawHttp.get(app, "/other")).startsWith("HTTP/1.1 500 ");
        }
    }

    @Test
    void statusAndHeaderAreThoseThatAreSet() {
        try (WebApp app =
                WebApp.start(App.class, "tuned.threads.web.reject-status=429", "tuned.threads.web.retry-after=0")) {
            assertThat(RawHttp.get(app, "/rejected"))
                    .startsWith("HTTP/1.1 429 ")
                    .doesNotContain("Retry-After");
        }
    }

    @Test
    void anExceptionHandlerOfTheApplicationWins() {
        try (WebApp app = WebApp.start(WithHandler.class)) {
            assertThat(RawHttp.get(app, "/rejected"))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("handled");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, Rejecting.class})
    static class App {}

    @Configuration(proxyBeanMethods = false)
    @Import({App.class, Handler.class})
    static class WithHandler {}

    @RestControllerAdvice
    static class Handler {

        @ExceptionHandler
        String handle(InvocationRejectedException ex) {
            return "handled";
        }
    }

    @RestController
    static class Rejecting {

        @GetMapping("/rejected")
        String rejected() {
            throw new InvocationRejectedException("full", this);
        }

        @GetMapping("/wrapped")
        String wrapped() {
            throw new CompletionException(new InvocationRejectedException("full", this));
        }

        @GetMapping("/other")
        String other() {
            throw new IllegalStateException("other");
        }
    }
}
