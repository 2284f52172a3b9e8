/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/**
 * Says which requests a shutdown gives up: those that are still there after the phase of the graceful shutdown, and before
 * the web server closes their connections.
 */
final class ShutdownReport extends ShutdownStep {

    private static final Log logger = LogFactory.getLog(ShutdownReport.class);

    private static final int MAX_PATHS = 10;

    private static final int LOOKS = 100;

    private static final long LOOK_NANOS = 10_000_000;

    private final Supplier<List<String>> inFlight;

    private final int furtherLooks;

    /**
     * @param inFlight method and path of each request that is being handled
     * @param graceful whether requests were given time to end
     */
    ShutdownReport(Supplier<List<String>> inFlight, boolean graceful) {
        super(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE - 1);
        this.inFlight = inFlight;
        this.furtherLooks = graceful ? LOOKS : 0;
    }

    @Override
    public void stop() {
        super.stop();
        List<String> requests = remaining();
        if (!requests.isEmpty()) {
            logger.warn("tuned threads: shutdown gives up " + describe(requests));
        }
    }

    /** Boot takes a request for done when its servlet is, a moment before its response is: such ones get that moment. */
    private List<String> remaining() {
        List<String> requests = this.inFlight.get();
        for (int look = 0; look < this.furtherLooks && !requests.isEmpty(); look++) {
            LockSupport.parkNanos(LOOK_NANOS);
            requests = this.inFlight.get();
        }
        return requests;
    }

    private static String describe(List<String> requests) {
        Map<String, Long> counts =
                requests.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        String most = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_PATHS)
                .map(path -> path.getKey() + " (" + path.getValue() + ")")
                .collect(Collectors.joining(", "));
        int more = counts.size() - MAX_PATHS;
        return "requests in flight: %d, of them %s%s"
                .formatted(requests.size(), most, (more > 0) ? " and %d more paths".formatted(more) : "");
    }
}
