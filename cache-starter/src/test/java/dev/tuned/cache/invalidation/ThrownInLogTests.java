/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.cache.store.L2Store;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever is thrown at whichever step, the log goes on: what waits is sent, and what others send is read. */
@Tag("without-boot")
class ThrownInLogTests {

    private static final int STEPS = 25;
    private static final LogSettings SETTINGS = new LogSettings(
            Duration.ofMillis(500), Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofMillis(10));

    private final VirtualTime time = new VirtualTime();
    private final SimulatedServer server = new SimulatedServer(time, 1);
    private final SimulatedNode other = new SimulatedNode(time, server, SETTINGS);

    /** The calls until one of them throws, once. */
    private int callsLeft = Integer.MAX_VALUE;

    private final List<String> received = new ArrayList<>();

    /** Counts the calls of an interface and has one of them throw. */
    private <T> T failing(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (!method.getName().endsWith("Time") && --callsLeft == 0) {
                        throw new OutOfMemoryError("thrown at " + method.getName());
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException ex) {
                        throw ex.getCause();
                    }
                }));
    }

    private CouchbaseInvalidationLog log(String what) {
        LogTimer timer = new ProcessTimer(time);
        L2Store store = server.new Client();
        InvalidationListener listener = new Recording();
        CouchbaseInvalidationLog log = new CouchbaseInvalidationLog(
                what.equals("store") ? failing(L2Store.class, store) : store,
                SETTINGS,
                "cache",
                what.equals("timer") ? failing(LogTimer.class, timer) : timer);
        log.start(what.equals("listener") ? failing(InvalidationListener.class, listener) : listener);
        return log;
    }

    private static void ignoringWhatIsThrown(Runnable call) {
        try {
            call.run();
        } catch (OutOfMemoryError ex) {
            assertThat(ex).hasMessageStartingWith("thrown at ");
        }
    }

    private void pass(Duration duration) {
        for (long end = time.now() + duration.toNanos(); time.now() < end; ) {
            ignoringWhatIsThrown(() -> time.pass(Duration.ofMillis(5)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"timer", "store"})
    void changesAreSentWhicheverStepThrows(String what) {
        for (int step = 1; step <= STEPS; step++) {
            CouchbaseInvalidationLog log = log(what);
            pass(Duration.ofSeconds(1));
            callsLeft = step;
            other.l1.put("one", 1L);
            ignoringWhatIsThrown(() -> log.publish(new Invalidation(SimulatedNode.REGION, "one")));
            pass(Duration.ofSeconds(3));
            other.l1.put("last", 1L);
            ignoringWhatIsThrown(() -> log.publish(new Invalidation(SimulatedNode.REGION, "last")));
            pass(Duration.ofSeconds(5));
            assertThat(other.l1).as("step %d", step).doesNotContainKey("last");
            assertThat(log.statistics().waiting()).as("step %d", step).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"timer", "store", "listener"})
    void changesOfOthersAreReadWhicheverStepThrows(String what) {
        for (int step = 1; step <= STEPS; step++) {
            CouchbaseInvalidationLog log = log(what);
            callsLeft = step;
            pass(Duration.ofSeconds(3));
            ignoringWhatIsThrown(log::holding);
            pass(Duration.ofSeconds(3));
            callsLeft = Integer.MAX_VALUE;
            received.clear();
            other.changed("changed" + step);
            pass(Duration.ofSeconds(5));
            assertThat(received).as("step %d", step).contains("changed" + step);
        }
    }

    private final class Recording implements InvalidationListener {

        @Override
        public void invalidated(Invalidation invalidation) {
            received.add(String.valueOf(invalidation.key()));
        }

        @Override
        public boolean isHolding() {
            return true;
        }

        @Override
        public void lost(String reason) {}
    }
}
