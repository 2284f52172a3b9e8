/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.upload.UploadListener;
import dev.tuned.upload.storage.UploadStorage;

/**
 * Meters of uploads: how many, how long, how large, how they ended, and where their parts were kept. They need no registry when
 * they are created, because uploads need them before registries should exist. Thread-safe.
 */
final class UploadMeters implements UploadListener, MeterBinder {

    private static final String PREFIX = "tuned.upload.";

    private static final String MODE = "mode";

    private static final String BYTES = "bytes";

    private final UploadStorage storage;

    private final Map<Mode, AtomicInteger> active =
            Map.of(Mode.MULTIPART_FILE, new AtomicInteger(), Mode.STREAMING, new AtomicInteger());

    private final AtomicInteger highestFiles = new AtomicInteger();

    private final AtomicInteger highestFields = new AtomicInteger();

    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

    UploadMeters(UploadStorage storage) {
        this.storage = storage;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        registries.add(registry);
        active.forEach((mode, count) -> gauge("active", count::get, "Bodies being read")
                .tag(MODE, tag(mode))
                .register(registry));
        gauge("files.highest", highestFiles::get, "Highest number of files seen in a body")
                .register(registry);
        gauge("fields.highest", highestFields::get, "Highest number of fields seen in a body")
                .register(registry);
        gauge("memory.used", storage::memoryUsed, "Memory that parts of uploads occupy")
                .baseUnit(BYTES)
                .register(registry);
        gauge("memory.max", storage::memoryBudget, "Memory that parts of uploads may occupy")
                .baseUnit(BYTES)
                .register(registry);
    }

    private static Gauge.Builder<Supplier<Number>> gauge(String name, Supplier<Number> number, String description) {
        return Gauge.builder(PREFIX + name, number).description(description);
    }

    @Override
    public void started(Mode mode) {
        active(mode).incrementAndGet();
    }

    @Override
    public void finished(Mode mode, String outcome, long count, long nanos) {
        active(mode).decrementAndGet();
        for (MeterRegistry registry : registries) {
            Timer.builder(PREFIX + "requests")
                    .description("Time from the first look at a body to its end")
                    .tags(MODE, tag(mode), "outcome", outcome)
                    .register(registry)
                    .record(nanos, TimeUnit.NANOSECONDS);
            record(registry, BYTES, "Bytes read of a body", count, MODE, tag(mode));
        }
    }

    @Override
    public void partStored(boolean memory, long count) {
        for (MeterRegistry registry : registries) {
            record(registry, "parts", "Bytes of a part that was kept", count, "kept", memory ? "memory" : "file");
        }
    }

    private static void record(MeterRegistry registry, String name, String description, long count, String... tags) {
        DistributionSummary.builder(PREFIX + name)
                .description(description)
                .baseUnit(BYTES)
                .tags(tags)
                .register(registry)
                .record((double) count);
    }

    @Override
    public void partsCounted(int files, int fields) {
        highestFiles.accumulateAndGet(files, Math::max);
        highestFields.accumulateAndGet(fields, Math::max);
    }

    private AtomicInteger active(Mode mode) {
        return Objects.requireNonNull(active.get(mode));
    }

    private static String tag(Mode mode) {
        return (mode == Mode.MULTIPART_FILE) ? "multipart-file" : "streaming";
    }
}
