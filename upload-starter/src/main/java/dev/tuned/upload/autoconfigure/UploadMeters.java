/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import dev.tuned.upload.UploadListener;

/** Meters of uploads: how many, how long, how large, how they ended, and where their parts were kept. */
final class UploadMeters implements UploadListener {

    private static final String MODE = "mode";

    private final MeterProvider<Timer> requests;

    private final MeterProvider<DistributionSummary> bytes;

    private final AtomicInteger kept;

    private final AtomicInteger streamed;

    private final MeterProvider<DistributionSummary> parts;

    private final AtomicInteger highestFiles;

    private final AtomicInteger highestFields;

    UploadMeters(MeterRegistry registry) {
        this.requests = Timer.builder("tuned.upload.requests")
                .description("Time from the first look at a body to its end")
                .withRegistry(registry);
        this.bytes = DistributionSummary.builder("tuned.upload.bytes")
                .description("Bytes read of a body")
                .baseUnit("bytes")
                .withRegistry(registry);
        this.kept = gauge(registry, "active", "Bodies being read", MODE, tag(Mode.MULTIPART_FILE));
        this.streamed = gauge(registry, "active", "Bodies being read", MODE, tag(Mode.STREAMING));
        this.parts = DistributionSummary.builder("tuned.upload.parts")
                .description("Bytes of a part that was kept")
                .baseUnit("bytes")
                .withRegistry(registry);
        this.highestFiles = gauge(registry, "files.highest", "Highest number of files seen in a body");
        this.highestFields = gauge(registry, "fields.highest", "Highest number of fields seen in a body");
    }

    private static AtomicInteger gauge(MeterRegistry registry, String name, String description, String... tags) {
        AtomicInteger number = new AtomicInteger();
        Gauge.builder("tuned.upload." + name, number, AtomicInteger::get)
                .description(description)
                .tags(tags)
                .register(registry);
        return number;
    }

    @Override
    public void started(Mode mode) {
        active(mode).incrementAndGet();
    }

    @Override
    public void finished(Mode mode, String outcome, long count, long nanos) {
        active(mode).decrementAndGet();
        requests.withTags(MODE, tag(mode), "outcome", outcome).record(nanos, TimeUnit.NANOSECONDS);
        bytes.withTag(MODE, tag(mode)).record((double) count);
    }

    @Override
    public void kept(boolean memory, long count) {
        parts.withTag("kept", memory ? "memory" : "file").record((double) count);
    }

    @Override
    public void counted(int files, int fields) {
        highestFiles.accumulateAndGet(files, Math::max);
        highestFields.accumulateAndGet(fields, Math::max);
    }

    private AtomicInteger active(Mode mode) {
        return (mode == Mode.MULTIPART_FILE) ? kept : streamed;
    }

    private static String tag(Mode mode) {
        return (mode == Mode.MULTIPART_FILE) ? "multipart-file" : "streaming";
    }
}
