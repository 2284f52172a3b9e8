/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import dev.tuned.upload.UploadListener;

/** Meters of uploads: how many, how long, how large, how they ended, and where their parts were kept. */
final class UploadMeters implements UploadListener {

    private static final String TIER = "tier";

    private final MeterProvider<Timer> requests;

    private final Map<Tier, DistributionSummary> bytes = new EnumMap<>(Tier.class);

    private final Map<Tier, AtomicInteger> active = new EnumMap<>(Tier.class);

    private final DistributionSummary inMemory;

    private final DistributionSummary inFiles;

    private final Counter fallbacks;

    UploadMeters(MeterRegistry registry) {
        this.requests = Timer.builder("tuned.upload.requests")
                .description("Time from the first look at a body to its end")
                .withRegistry(registry);
        for (Tier tier : Tier.values()) {
            bytes.put(
                    tier,
                    DistributionSummary.builder("tuned.upload.bytes")
                            .description("Bytes read of a body")
                            .baseUnit("bytes")
                            .tag(TIER, tag(tier))
                            .register(registry));
            AtomicInteger count = new AtomicInteger();
            active.put(tier, count);
            Gauge.builder("tuned.upload.active", count, AtomicInteger::get)
                    .description("Bodies being read")
                    .tag(TIER, tag(tier))
                    .register(registry);
        }
        this.inMemory = parts("memory", registry);
        this.inFiles = parts("file", registry);
        this.fallbacks = Counter.builder("tuned.upload.fallbacks")
                .description("Bodies that the container had parsed before")
                .register(registry);
    }

    private static DistributionSummary parts(String kept, MeterRegistry registry) {
        return DistributionSummary.builder("tuned.upload.parts")
                .description("Bytes of a part that was kept")
                .baseUnit("bytes")
                .tag("kept", kept)
                .register(registry);
    }

    @Override
    public void started(Tier tier) {
        count(tier).incrementAndGet();
    }

    @Override
    public void finished(Tier tier, String outcome, long count, long nanos) {
        count(tier).decrementAndGet();
        requests.withTags(TIER, tag(tier), "outcome", outcome).record(nanos, TimeUnit.NANOSECONDS);
        DistributionSummary summary = bytes.get(tier);
        if (summary != null) {
            summary.record((double) count);
        }
    }

    @Override
    public void kept(boolean memory, long count) {
        (memory ? inMemory : inFiles).record((double) count);
    }

    @Override
    public void fellBack() {
        fallbacks.increment();
    }

    private AtomicInteger count(Tier tier) {
        return active.computeIfAbsent(tier, it -> new AtomicInteger());
    }

    private static String tag(Tier tier) {
        return (tier == Tier.PARTS) ? "parts" : "stream";
    }
}
