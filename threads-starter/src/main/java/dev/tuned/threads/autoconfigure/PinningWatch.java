/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

import dev.tuned.threads.autoconfigure.PinningProperties.Enabled;
import dev.tuned.threads.pinning.PinnedPlace;
import dev.tuned.threads.pinning.PinningMonitor;

/**
 * Starts the monitor once the application is ready; its bean's end ends it. It starts on a thread of its own, because JFR may
 * need seconds.
 */
record PinningWatch(
        PinningDecision decision, PinningProperties properties, PinningMonitor monitor, ApplicationContext context)
        implements ApplicationListener<ApplicationReadyEvent>, Part {

    private static final int SHOWN_PLACES = 10;

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        // A child context publishes its events to its parent too.
        if (this.decision.watch() && event.getApplicationContext() == this.context) {
            Thread thread = new Thread(this.monitor::start, "tuned-threads-pinning");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public String name() {
        return "pinning";
    }

    @Override
    public @Nullable String inForce() {
        return this.decision.watch() ? "pinning watched from " + threshold() : null;
    }

    @Override
    public List<String> warnings() {
        return (this.properties.enabled() == Enabled.TRUE && !this.decision.watch())
                ? List.of("tuned.threads.pinning.enabled=true: not watched, " + this.decision.why())
                : List.of();
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("watching", this.monitor.isWatching());
        details.put("why", this.decision.why());
        details.put("failure", this.monitor.failure());
        details.put("threshold", threshold());
        details.put(
                "places",
                this.monitor.top(SHOWN_PLACES).stream()
                        .map(PinningWatch::details)
                        .toList());
        details.put("atForgottenPlaces", this.monitor.forgotten());
        return details;
    }

    private static Map<String, Object> details(PinnedPlace place) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("place", place.place());
        details.put("reason", place.reason().tag());
        details.put("explanation", place.explanation());
        details.put("count", place.count());
        details.put("longestMillis", place.longest().toMillis());
        details.put("frames", place.frames());
        return details;
    }

    private String threshold() {
        return DurationStyle.SIMPLE.print(this.properties.threshold());
    }
}
