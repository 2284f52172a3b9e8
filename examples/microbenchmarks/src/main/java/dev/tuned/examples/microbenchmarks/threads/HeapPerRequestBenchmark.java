/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.threads;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** What the meter of heap per request adds to a request, by the share of the requests that it measures. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HeapPerRequestBenchmark {

    private static final FilterChain CHAIN = (request, response) -> {};

    @Param({"0.01", "1"})
    private double sampleRate;

    private ConfigurableApplicationContext context;
    private Filter filter;
    private ServletRequest request;

    @Setup
    public void start() {
        context = SpringApplication.run(
                Application.class,
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--tuned.threads.enabled=true",
                "--tuned.threads.web.mode=platform",
                "--tuned.threads.heap-per-request.enabled=true",
                "--tuned.threads.heap-per-request.sample-rate=" + sampleRate);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
        filter = context.getBean("heapPerRequestFilter", FilterRegistrationBean.class)
                .getFilter();
        request = (ServletRequest) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ServletRequest.class}, (proxy, method, args) -> "/hello");
    }

    @TearDown
    public void stop() {
        context.close();
    }

    @Benchmark
    public void withoutTheMeter() throws IOException, ServletException {
        CHAIN.doFilter(request, null);
    }

    @Benchmark
    public void withTheMeter() throws IOException, ServletException {
        filter.doFilter(request, null, CHAIN);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
