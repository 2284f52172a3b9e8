/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.transport.RequestReplyReceiverContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Times what the application observes with Micrometer, for the {@link StageTable}, and logs each request that takes longer than a
 * threshold in one line at WARN to the logger {@value #LOGGER}, with the observations that have it as an ancestor. Thread-safe.
 */
final class StageObservationHandler implements ObservationHandler<Observation.Context>, AutoCloseable {

    /** Name of the logger of slow requests. */
    static final String LOGGER = "tuned.slow-request";

    static final int MOST_STAGES = 16;

    private static final Log log = LogFactory.getLog(LOGGER);
    private static final String UNNAMED = "method.observed";

    private final StageTable table;
    private final @Nullable Duration threshold;

    StageObservationHandler(StageTable table, @Nullable Duration threshold) {
        this.table = table;
        this.threshold = threshold;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    @Override
    public void onStart(Observation.Context context) {
        if (threshold != null && context instanceof RequestReplyReceiverContext) {
            context.put(StageTimes.class, new StageTimes(MOST_STAGES));
        }
        context.put(StageObservationHandler.class, System.nanoTime());
    }

    @Override
    public void onStop(Observation.Context context) {
        Long start = context.get(StageObservationHandler.class);
        if (start == null) {
            return;
        }
        long nanos = System.nanoTime() - start;
        String name = name(context);
        table.add(name, nanos);
        StageTimes request = (threshold != null) ? ofAncestor(context.getParentObservation()) : null;
        if (request != null) {
            synchronized (request) {
                request.add(name, nanos);
            }
        }
        StageTimes own = context.get(StageTimes.class);
        if (own != null && threshold != null && nanos >= threshold.toNanos()) {
            log.warn(describe(context, nanos, own));
        }
    }

    /** All methods that are observed without a name of their own share one. */
    private static String name(Observation.Context context) {
        String name = context.getName();
        String contextual = context.getContextualName();
        return (name == null || name.equals(UNNAMED)) && contextual != null ? contextual : String.valueOf(name);
    }

    private static @Nullable StageTimes ofAncestor(@Nullable ObservationView ancestor) {
        for (ObservationView each = ancestor;
                each != null;
                each = each.getContextView().getParentObservation()) {
            StageTimes request = each.getContextView().get(StageTimes.class);
            if (request != null) {
                return request;
            }
        }
        return null;
    }

    private static String describe(Observation.Context context, long nanos, StageTimes stages) {
        String method = value(context.getLowCardinalityKeyValue("method"), String.valueOf(context.getName()));
        String path = value(
                context.getHighCardinalityKeyValue("http.url"), value(context.getLowCardinalityKeyValue("uri"), "?"));
        String status = value(context.getLowCardinalityKeyValue("status"), "?");
        return String.format(
                Locale.ROOT,
                "%s %s answered %s after %.1f ms: %s",
                method,
                path,
                status,
                nanos / 1e6,
                describe(stages));
    }

    private static String value(@Nullable KeyValue keyValue, String otherwise) {
        return keyValue != null ? OneLine.of(keyValue.getValue(), 300) : otherwise;
    }

    /** Each stage with how often it ran and the milliseconds of all its runs. */
    private static String describe(StageTimes stages) {
        synchronized (stages) {
            return stages.all().isEmpty()
                    ? "no stages"
                    : stages.all().entrySet().stream()
                            .map(StageObservationHandler::describe)
                            .collect(Collectors.joining(", "));
        }
    }

    private static String describe(Map.Entry<String, StageTimes.Stage> stage) {
        return String.format(
                Locale.ROOT, "%s %dx %.1f ms", stage.getKey(), stage.getValue().count, stage.getValue().sum / 1e6);
    }

    @Override
    public void close() {
        table.close();
    }
}
