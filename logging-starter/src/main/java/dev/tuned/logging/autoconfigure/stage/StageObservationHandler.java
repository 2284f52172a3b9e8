/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;

/** Times what the application observes with Micrometer, for the {@link StageTable}. Thread-safe. */
final class StageObservationHandler implements ObservationHandler<Observation.Context>, AutoCloseable {

    private static final String UNNAMED = "method.observed";

    private final StageTable table;

    StageObservationHandler(StageTable table) {
        this.table = table;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    @Override
    public void onStart(Observation.Context context) {
        context.put(StageObservationHandler.class, System.nanoTime());
    }

    @Override
    public void onStop(Observation.Context context) {
        Long start = context.get(StageObservationHandler.class);
        if (start != null) {
            table.add(name(context), System.nanoTime() - start);
        }
    }

    /** All methods that are observed without a name of their own share one. */
    private static String name(Observation.Context context) {
        String name = context.getName();
        String contextual = context.getContextualName();
        return (name == null || name.equals(UNNAMED)) && contextual != null ? contextual : String.valueOf(name);
    }

    @Override
    public void close() {
        table.close();
    }
}
