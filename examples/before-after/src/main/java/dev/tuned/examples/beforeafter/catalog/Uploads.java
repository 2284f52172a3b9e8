/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.statistics.Metric;

/** Uploads whose temporary files are counted in a few requests before the load. */
final class Uploads extends LoadWorkload {

    private static final int WATCHED = 5;

    private final Map<String, Double> files = new ConcurrentHashMap<>();

    Uploads(String name, String what, Supplier<Requests> forms, int connections, long warmUps, long measured) {
        super(name, what, forms, connections, warmUps, measured);
    }

    @Override
    public void check(ServiceProcess service) throws IOException, InterruptedException {
        super.check(service);
        Path temporary = service.directory().resolve("tmp");
        try (CreatedFiles created = CreatedFiles.below(temporary)) {
            for (int i = 0; i < WATCHED; i++) {
                super.check(service);
            }
            files.put(service.name(), (double) created.count() / WATCHED);
        }
    }

    @Override
    public Map<Metric, Double> observed(ServiceProcess service) {
        return Map.of(Metric.TEMP_FILES, files.getOrDefault(service.name(), 0.0));
    }
}
