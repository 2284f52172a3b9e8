/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Measures what a sample of the requests allocates on their threads, from the first filter in to the first filter out; of an
 * asynchronous request only until its thread goes back. Passes request and response on as they are. Thread-safe.
 */
final class HeapPerRequestFilter implements Filter {

    /** Where Spring MVC leaves the pattern of the mapping; there are as many as mappings, not as many as URIs. */
    private static final String PATTERN = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

    private final double sampleRate;

    private final LongSupplier allocatedBytes;

    private final HeapPerRequestMeter meter;

    /** @param allocatedBytes what the current thread has allocated so far, negative where that is not known */
    HeapPerRequestFilter(double sampleRate, LongSupplier allocatedBytes, HeapPerRequestMeter meter) {
        this.sampleRate = sampleRate;
        this.allocatedBytes = allocatedBytes;
        this.meter = meter;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (ThreadLocalRandom.current().nextDouble() >= this.sampleRate) {
            chain.doFilter(request, response);
            return;
        }
        long before = this.allocatedBytes.getAsLong();
        if (before < 0) {
            this.meter.unknown();
            chain.doFilter(request, response);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            long bytes = this.allocatedBytes.getAsLong() - before;
            this.meter.record((request.getAttribute(PATTERN) instanceof String uri) ? uri : "none", bytes);
        }
    }
}
