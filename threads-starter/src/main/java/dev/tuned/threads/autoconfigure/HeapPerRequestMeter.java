/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Bytes that sampled requests allocated, by the pattern of their mapping. Thread-safe. */
final class HeapPerRequestMeter implements MeterBinder, Part {

    private static final Log logger = LogFactory.getLog(HeapPerRequestMeter.class);

    private static final String PROPERTY = "tuned.threads.heap-per-request.enabled=true";

    private final double sampleRate;

    private final WebThreads web;

    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

    private final LongAdder measured = new LongAdder();

    private final LongAdder unknown = new LongAdder();

    /** Whether it was said that nothing is measured; where Tomcat's threads are ours it is said at start-up. */
    private final AtomicBoolean warned = new AtomicBoolean();

    HeapPerRequestMeter(double sampleRate, WebThreads web) {
        this.sampleRate = sampleRate;
        this.web = web;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        this.registries.add(registry);
    }

    void record(String uri, long bytes) {
        this.measured.increment();
        for (MeterRegistry registry : this.registries) {
            DistributionSummary.builder("tuned.threads.heap.per.request")
                    .description("Heap that a request allocated on its thread.")
                    .baseUnit(BaseUnits.BYTES)
                    .tag("uri", uri)
                    .register(registry)
                    .record((double) bytes);
        }
    }

    /** A request was to be measured whose thread the JVM does not count for. */
    void unknown() {
        this.unknown.increment();
        if (!this.web.virtual() && this.warned.compareAndSet(false, true)) {
            logger.warn("tuned threads: %s: no effect on %s".formatted(PROPERTY, Thread.currentThread())
                    + ", the JVM does not count what it allocates; requests have to run on platform threads");
        }
    }

    @Override
    public String name() {
        return "heapPerRequest";
    }

    @Override
    public String inForce() {
        return "heap per request sampled at " + this.sampleRate;
    }

    @Override
    public List<String> warnings() {
        return this.web.virtual()
                ? List.of(PROPERTY + ": no effect, the JVM does not count what virtual threads allocate;"
                        + " set tuned.threads.web.mode=platform to measure")
                : List.of();
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("sampleRate", this.sampleRate);
        details.put("measured", this.measured.sum());
        details.put("notKnown", this.unknown.sum());
        return details;
    }
}
