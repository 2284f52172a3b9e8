/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import org.jspecify.annotations.Nullable;

/** A stage that runs, and the request it runs for: that of the thread that started it. */
final class StageTiming implements Stages.Timing {

    private @Nullable Stage stage;
    private final @Nullable RequestStages request;
    private final long start;

    StageTiming(Stage stage, @Nullable RequestStages request) {
        this.stage = stage;
        this.request = request;
        this.start = System.nanoTime();
    }

    @Override
    public void close() {
        Stage ended = stage;
        if (ended != null) {
            stage = null;
            long nanos = System.nanoTime() - start;
            ended.record(nanos);
            if (request != null) {
                request.add(ended.name(), nanos);
            }
        }
    }
}
