/* SPDX-License-Identifier: Apache-2.0 */
package com.example.async;

import java.util.concurrent.CountDownLatch;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.MDC;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import dev.tuned.examples.dropin.inside.Notes;

/** Filter, interceptors and their order, noted by request; and the thread of each dispatch. */
@Configuration(proxyBeanMethods = false)
class Events implements WebMvcConfigurer {

    private static final String HANDLED = Events.class.getName() + ".handled";
    private static final String COMPLETED = Events.class.getName() + ".completed";

    /** Lets what runs on another thread go on only when the handler has returned, so that their order is certain. */
    static void awaitHandler(HttpServletRequest request) throws InterruptedException {
        latch(request, HANDLED).await();
    }

    /** What is counted down when the request is completed. */
    static CountDownLatch completed(HttpServletRequest request) {
        return latch(request, COMPLETED);
    }

    private static CountDownLatch latch(HttpServletRequest request, String name) {
        return (CountDownLatch) request.getAttribute(name);
    }

    static void note(HttpServletRequest request, String event) {
        Notes.add("events of " + request.getRequestURI(), "order", event);
    }

    @Bean
    FilterRegistrationBean<Filter> dispatches() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            HttpServletRequest http = (HttpServletRequest) request;
            if (http.getAttribute(HANDLED) == null) {
                http.setAttribute(HANDLED, new CountDownLatch(1));
                http.setAttribute(COMPLETED, new CountDownLatch(1));
            }
            CountDownLatch handled = latch(http, HANDLED);
            CountDownLatch completed = latch(http, COMPLETED);
            note(http, "filter, dispatch " + request.getDispatcherType());
            if (http.getRequestURI().startsWith("/callable-un")
                    || http.getRequestURI().startsWith("/err")) {
                ThreadFacts.note("thread of dispatch " + request.getDispatcherType());
            }
            MDC.put("user", "alice");
            try {
                chain.doFilter(request, response);
            } finally {
                MDC.remove("user");
                note(http, "filter, after " + request.getDispatcherType() + " async " + request.isAsyncStarted());
                handled.countDown();
                if (!request.isAsyncStarted()) {
                    completed.countDown();
                }
            }
        });
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
        registration.setAsyncSupported(true);
        return registration;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new AsyncHandlerInterceptor() {
            @Override
            public void afterConcurrentHandlingStarted(
                    HttpServletRequest request, HttpServletResponse response, Object handler) {
                note(request, "concurrent handling started");
            }

            @Override
            public void afterCompletion(
                    HttpServletRequest request, HttpServletResponse response, Object handler, Exception exception) {
                note(request, "completion " + response.getStatus() + " " + exception);
            }
        });
    }

    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
        configurer.registerCallableInterceptors(new CallableProcessingInterceptor() {
            @Override
            public <T> void postProcess(
                    NativeWebRequest request, java.util.concurrent.Callable<T> task, Object result) {
                if (!"late".equals(result)) {
                    note(request.getNativeRequest(HttpServletRequest.class), "callable gave " + result);
                }
            }
        });
        configurer.registerDeferredResultInterceptors(new DeferredResultProcessingInterceptor() {
            @Override
            public <T> boolean handleTimeout(NativeWebRequest request, DeferredResult<T> result) {
                note(request.getNativeRequest(HttpServletRequest.class), "deferred result timed out");
                return true;
            }
        });
    }
}
