/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.support;

import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import org.slf4j.MDC;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** An application that answers in every asynchronous way, with the kind of the thread that does and the MDC seen there. */
@Configuration(proxyBeanMethods = false)
@EnableAsync
@Import({WebApp.App.class, AsyncApp.Service.class, AsyncApp.Answers.class})
public class AsyncApp {

    public static String seen() {
        return WebApp.kind() + " " + MDC.get("request");
    }

    /** Lets every task see the MDC of its caller. */
    @Bean
    TaskDecorator loggingContext() {
        return task -> {
            String request = MDC.get("request");
            return () -> {
                MDC.put("request", request);
                try {
                    task.run();
                } finally {
                    MDC.remove("request");
                }
            };
        };
    }

    public static class Service {

        @Async
        CompletableFuture<String> seenByTask() {
            return CompletableFuture.completedFuture(seen());
        }
    }

    @RestController
    public static class Answers {

        private final Service service;

        private final AsyncTaskExecutor tasks;

        Answers(Service service, @Qualifier("applicationTaskExecutor") AsyncTaskExecutor tasks) {
            this.service = service;
            this.tasks = tasks;
        }

        @GetMapping("/async/callable")
        Callable<String> callableAnswer() {
            return inRequest(() -> AsyncApp::seen);
        }

        @GetMapping("/async/streaming")
        StreamingResponseBody streaming() {
            // Spring MVC hands this over after the method has returned.
            MDC.put("request", "42");
            return out -> out.write(seen().getBytes(StandardCharsets.UTF_8));
        }

        @GetMapping("/async/deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            inRequest(() -> {
                tasks.execute(() -> result.setResult(seen()));
                return result;
            });
            return result;
        }

        /** Results that nobody has set. */
        public static final Queue<DeferredResult<String>> held = new ConcurrentLinkedQueue<>();

        @GetMapping("/async/held")
        DeferredResult<String> held() {
            DeferredResult<String> result = new DeferredResult<>();
            held.add(result);
            return result;
        }

        @GetMapping("/async/future")
        CompletableFuture<String> future() {
            return inRequest(() -> CompletableFuture.supplyAsync(AsyncApp::seen, tasks));
        }

        @GetMapping("/async/method")
        CompletableFuture<String> method() {
            return inRequest(service::seenByTask);
        }

        private static <T> T inRequest(Supplier<T> action) {
            MDC.put("request", "42");
            return action.get();
        }
    }
}
