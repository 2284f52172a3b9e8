/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Every kind of asynchronous request, each of which ends when and as the test says. */
@RestController
class AsyncEndpoints {

    final Semaphore arrived = new Semaphore(0);

    private volatile CompletableFuture<String> end = new CompletableFuture<>();

    void end(@Nullable Throwable failure) {
        CompletableFuture<String> current = end;
        end = new CompletableFuture<>();
        if (failure == null) {
            current.complete("done");
        } else {
            current.completeExceptionally(failure);
        }
    }

    private CompletableFuture<String> arrive() {
        CompletableFuture<String> current = end;
        arrived.release();
        return current;
    }

    @GetMapping("/async/deferred")
    DeferredResult<String> deferred(@RequestParam(defaultValue = "60000") long timeout) {
        DeferredResult<String> result = new DeferredResult<>(timeout);
        arrive().whenComplete((value, failure) -> {
            if (failure == null) {
                result.setResult(value);
            } else {
                result.setErrorResult(failure);
            }
        });
        return result;
    }

    @GetMapping("/async/callable")
    Callable<String> callable() {
        CompletableFuture<String> result = arrive();
        return result::join;
    }

    @GetMapping("/async/future")
    CompletableFuture<String> future() {
        return arrive();
    }

    @GetMapping("/async/stream")
    StreamingResponseBody stream() {
        CompletableFuture<String> result = arrive();
        return out -> {
            out.write("begin ".getBytes(StandardCharsets.UTF_8));
            out.flush();
            out.write(result.join().getBytes(StandardCharsets.UTF_8));
        };
    }

    @GetMapping("/async/sse")
    SseEmitter sse() throws IOException {
        SseEmitter emitter = new SseEmitter(60_000L);
        emitter.send("begin");
        arrive().whenComplete((value, failure) -> {
            if (failure == null) {
                emitter.complete();
            } else {
                emitter.completeWithError(failure);
            }
        });
        return emitter;
    }

    /** Starts asynchronous processing without Spring. */
    @GetMapping("/async/servlet")
    void servlet(HttpServletRequest request, @RequestParam(defaultValue = "60000") long timeout) {
        AsyncContext context = request.startAsync();
        context.setTimeout(timeout);
        arrive().whenComplete((value, failure) -> context.complete());
    }

    /** Starts asynchronously, dispatches to itself from another thread and starts again, three times. */
    @GetMapping("/async/again")
    void again(HttpServletRequest request) {
        Integer before = (Integer) request.getAttribute("times");
        int times = (before == null) ? 1 : before + 1;
        request.setAttribute("times", times);
        AsyncContext context = request.startAsync();
        context.setTimeout(60_000);
        if (times < 3) {
            new Thread(() -> context.dispatch()).start();
        } else {
            arrive().whenComplete((value, failure) -> context.complete());
        }
    }

    @GetMapping("/fails")
    String fails() {
        throw new IllegalStateException("as the test wants");
    }

    @GetMapping("/fails-with-error")
    String failsWithError() {
        throw new NoSuchMethodError("as the test wants");
    }

    /** Tomcat lets this one through to its connector. */
    @GetMapping("/fails-with-error-of-the-machine")
    String failsWithErrorOfTheMachine() {
        throw new InternalError("as the test wants");
    }

    @GetMapping("/async/fails-after-start")
    void failsAfterStart(HttpServletRequest request) {
        request.startAsync();
        throw new IllegalStateException("as the test wants");
    }

    /** Ends as a request and goes on as a connection with a protocol of its own. */
    @GetMapping("/upgrade")
    void upgrade(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
        response.setHeader("Upgrade", "test");
        response.setHeader("Connection", "upgrade");
        request.upgrade(Upgraded.class);
    }

    /** Says nothing until the other side closes. */
    public static final class Upgraded implements HttpUpgradeHandler {

        @Override
        public void init(WebConnection connection) {
            // nothing to say
        }

        @Override
        public void destroy() {
            // nothing to give back
        }
    }
}
