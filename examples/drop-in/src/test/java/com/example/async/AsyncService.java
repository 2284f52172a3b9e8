/* SPDX-License-Identifier: Apache-2.0 */
package com.example.async;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.stereotype.Service;

/** Methods that run on executors, an executor of the application's beside, and an asynchronous servlet. */
@Service
class AsyncService {

    @Async
    CompletableFuture<String> answer(HttpServletRequest request) {
        try {
            Events.awaitHandler(request);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        ThreadFacts.note("thread of method of /service");
        return CompletableFuture.completedFuture("service");
    }

    @Async
    CompletableFuture<String> fail() {
        throw new IllegalArgumentException("service error");
    }

    /** No candidate, so that Boot's own executor is there, too. */
    @Bean(defaultCandidate = false)
    static Executor reports() {
        ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("reports-");
        executor.setCorePoolSize(1);
        return executor;
    }

    @Bean
    static ServletRegistrationBean<HttpServlet> asyncServlet() {
        ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(
                new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        if (request.getAttribute("again") != null) {
                            response.getWriter().print("dispatched");
                            return;
                        }
                        request.setAttribute("again", true);
                        AsyncContext context = request.startAsync();
                        context.setTimeout("timeout".equals(request.getParameter("how")) ? 100 : 20_000);
                        if ("dispatch".equals(request.getParameter("how"))) {
                            context.dispatch();
                        } else if ("complete".equals(request.getParameter("how"))) {
                            context.start(() -> {
                                ThreadFacts.note("thread of task of a servlet");
                                complete(context);
                            });
                        }
                    }
                },
                "/servlet");
        registration.setAsyncSupported(true);
        return registration;
    }

    private static void complete(AsyncContext context) {
        try {
            context.getResponse().getWriter().print("completed");
            context.complete();
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
