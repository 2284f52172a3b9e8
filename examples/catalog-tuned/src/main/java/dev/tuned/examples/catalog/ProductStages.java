/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.List;
import java.util.function.Supplier;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.stereotype.Component;

import dev.tuned.logging.stage.Stages;

/**
 * Times the stages of reading a product, which S2 timed with perf4j: the key for each request, the read from Couchbase and the
 * parse where no near cache has answered. The condition is for the tests that take the starter off the class path.
 */
@Component
@ConditionalOnClass(Stages.class)
class ProductStages implements StageTimer {

    private final Stages stages;

    ProductStages(Stages stages) {
        this.stages = stages;
    }

    @Override
    public <T> T time(String stage, Supplier<T> work) {
        return stages.time(stage, work);
    }

    @Override
    public List<InForce.Stage> soFar() {
        return stages.snapshot().stream()
                .map(row -> new InForce.Stage(
                        row.stage(), row.count(), row.meanMs(), row.p50Ms(), row.p99Ms(), row.maxMs()))
                .toList();
    }
}
