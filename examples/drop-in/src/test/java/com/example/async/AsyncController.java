/* SPDX-License-Identifier: Apache-2.0 */
package com.example.async;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.MDC;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import dev.tuned.examples.dropin.inside.Notes;

/** One way to answer per path. */
@RestController
class AsyncController {

    private final AsyncService service;

    AsyncController(AsyncService service) {
        this.service = service;
    }

    @GetMapping("/callable")
    Callable<String> callable(HttpServletRequest request) {
        return () -> {
            Events.awaitHandler(request);
            ThreadFacts.note("thread of task of /callable");
            return "from a callable";
        };
    }

    @GetMapping("/callable-error")
    Callable<String> callableError(HttpServletRequest request) {
        return () -> {
            Events.awaitHandler(request);
            throw new IllegalArgumentException("wrong");
        };
    }

    @GetMapping("/callable-unhandled")
    Callable<String> callableUnhandled(HttpServletRequest request) {
        return () -> {
            Events.awaitHandler(request);
            throw new IllegalStateException("unhandled");
        };
    }

    @GetMapping("/callable-status")
    Callable<ResponseEntity<String>> callableStatus(HttpServletRequest request) {
        return () -> {
            Events.awaitHandler(request);
            return ResponseEntity.accepted().header("X-Own", "1").body("accepted");
        };
    }

    @GetMapping("/callable-null")
    Callable<String> callableNull(HttpServletRequest request) {
        return () -> {
            Events.awaitHandler(request);
            return null;
        };
    }

    /** What a task sees of its caller's thread. */
    @GetMapping("/callable-context")
    Callable<String> context(HttpServletRequest request) {
        return () -> {
            Events.awaitHandler(request);
            Notes.add("task sees MDC", "value", MDC.get("user"));
            Notes.add("task sees request", "value", RequestContextHolder.getRequestAttributes() != null);
            Notes.add("task sees locale", "value", LocaleContextHolder.getLocale());
            return "context";
        };
    }

    @GetMapping("/web-async-task")
    WebAsyncTask<String> webAsyncTask(HttpServletRequest request) {
        return new WebAsyncTask<>(20_000L, callable(request));
    }

    @GetMapping("/web-async-timeout")
    WebAsyncTask<String> webAsyncTimeout(HttpServletRequest request) {
        WebAsyncTask<String> task = new WebAsyncTask<>(100L, tooLate(request));
        task.onTimeout(() -> "timed out");
        return task;
    }

    @GetMapping("/callable-timeout")
    WebAsyncTask<String> callableTimeout(HttpServletRequest request) {
        return new WebAsyncTask<>(100L, tooLate(request));
    }

    @GetMapping("/web-async-named")
    WebAsyncTask<String> webAsyncNamed(HttpServletRequest request) {
        return new WebAsyncTask<>(20_000L, "reports", () -> {
            Events.awaitHandler(request);
            ThreadFacts.note("thread of task of /web-async-named");
            return "by a named executor";
        });
    }

    @GetMapping("/deferred")
    DeferredResult<String> deferred(HttpServletRequest request) {
        DeferredResult<String> result = new DeferredResult<>(20_000L);
        result.onCompletion(() -> Events.note(request, "deferred result completed"));
        result.setResultHandler(value -> Events.note(request, "deferred result set"));
        later(request, () -> result.setResult("deferred"));
        return result;
    }

    @GetMapping("/deferred-at-once")
    DeferredResult<String> deferredAtOnce() {
        DeferredResult<String> result = new DeferredResult<>();
        result.setResult("at once");
        return result;
    }

    @GetMapping("/deferred-error")
    DeferredResult<String> deferredError(HttpServletRequest request) {
        DeferredResult<String> result = new DeferredResult<>();
        later(request, () -> result.setErrorResult(new IllegalArgumentException("deferred error")));
        return result;
    }

    @GetMapping("/deferred-timeout")
    DeferredResult<String> deferredTimeout(HttpServletRequest request) {
        DeferredResult<String> result = new DeferredResult<>(100L);
        result.onTimeout(() -> Events.note(request, "on timeout"));
        return result;
    }

    @GetMapping("/deferred-timeout-value")
    DeferredResult<String> deferredTimeoutValue() {
        return new DeferredResult<>(100L, "value of the timeout");
    }

    @GetMapping("/future")
    CompletableFuture<String> future(HttpServletRequest request) {
        CompletableFuture<String> future = new CompletableFuture<>();
        later(request, () -> future.complete("future"));
        return future;
    }

    @GetMapping("/future-error")
    CompletableFuture<String> futureError(HttpServletRequest request) {
        CompletableFuture<String> future = new CompletableFuture<>();
        later(request, () -> future.completeExceptionally(new ResponseStatusException(HttpStatus.CONFLICT, "no")));
        return future;
    }

    @GetMapping("/service")
    CompletableFuture<String> service(HttpServletRequest request) {
        return service.answer(request);
    }

    @GetMapping("/service-error")
    CompletableFuture<String> serviceError() {
        return service.fail();
    }

    @GetMapping("/stream")
    StreamingResponseBody stream(HttpServletRequest request) {
        return out -> {
            await(request);
            ThreadFacts.note("thread of task of /stream");
            for (int i = 0; i < 100; i++) {
                out.write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    @GetMapping("/stream-error")
    StreamingResponseBody streamError(HttpServletRequest request) {
        return out -> {
            await(request);
            throw new IOException("before the first byte");
        };
    }

    @GetMapping("/stream-cut")
    StreamingResponseBody streamCut(HttpServletRequest request) {
        return out -> {
            await(request);
            out.write("some".getBytes(StandardCharsets.UTF_8));
            out.flush();
            throw new IllegalStateException("in the midst");
        };
    }

    @GetMapping("/sse")
    SseEmitter sse(HttpServletRequest request) {
        SseEmitter emitter = new SseEmitter();
        emitter.onCompletion(() -> Events.note(request, "emitter completed"));
        later(
                request,
                () -> send(emitter, e -> {
                    for (int i = 0; i < 3; i++) {
                        emit(
                                e,
                                SseEmitter.event()
                                        .id(String.valueOf(i))
                                        .name("tick")
                                        .data("event " + i));
                    }
                    e.complete();
                }));
        return emitter;
    }

    @GetMapping("/sse-timeout")
    SseEmitter sseTimeout(HttpServletRequest request) {
        SseEmitter emitter = new SseEmitter(100L);
        emitter.onTimeout(() -> Events.note(request, "emitter timed out"));
        return emitter;
    }

    @GetMapping("/sse-error")
    SseEmitter sseError(HttpServletRequest request) {
        SseEmitter emitter = new SseEmitter();
        emitter.onError(e -> Events.note(request, "emitter failed: " + e));
        later(request, () -> emitter.completeWithError(new IllegalArgumentException("emitter error")));
        return emitter;
    }

    @GetMapping("/emitter")
    ResponseBodyEmitter emitter() throws IOException {
        ResponseBodyEmitter emitter = new ResponseBodyEmitter();
        emitter.send("one ");
        emitter.send("two");
        emitter.complete();
        return emitter;
    }

    @GetMapping("/trace")
    String trace() {
        StringBuilder frames = new StringBuilder();
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            frames.append(frame.getClassName())
                    .append('.')
                    .append(frame.getMethodName())
                    .append('\n');
        }
        return frames.toString();
    }

    @ExceptionHandler
    ResponseEntity<String> handle(IllegalArgumentException e) {
        return ResponseEntity.badRequest().body("handled: " + e.getMessage());
    }

    /** Takes longer than the request, whatever interrupts it. */
    private static Callable<String> tooLate(HttpServletRequest request) {
        String name = "task of " + request.getRequestURI();
        CountDownLatch completed = Events.completed(request);
        return () -> {
            while (true) {
                try {
                    completed.await();
                    return "late";
                } catch (InterruptedException ex) {
                    Notes.add(name, "interrupted", true);
                }
            }
        };
    }

    private static void await(HttpServletRequest request) {
        try {
            Events.awaitHandler(request);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static void later(HttpServletRequest request, Runnable action) {
        new Thread(
                        () -> {
                            await(request);
                            action.run();
                        },
                        "own")
                .start();
    }

    private static void send(SseEmitter emitter, Consumer<SseEmitter> events) {
        events.accept(emitter);
    }

    private static void emit(SseEmitter emitter, SseEmitter.SseEventBuilder event) {
        try {
            emitter.send(event);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
