/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.threads;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import com.sun.management.OperatingSystemMXBean;
import org.springframework.core.task.VirtualThreadTaskExecutor;

import dev.tuned.threads.pinning.PinningMonitor;

/**
 * What the pinning monitor costs: CPU of this process in periods with and without it, while virtual threads are pinned at a
 * steady rate, each 2 ms under {@value #DEPTH} frames. They are pinned by a native frame, that of a reflective call; run with
 *
 * <pre>java -Djdk.reflect.useNativeAccessorOnly=true -Djdk.virtualThreadScheduler.parallelism=8
 *     -cp microbenchmarks.jar dev.tuned.examples.microbenchmarks.threads.PinningCost [pins/s] [seconds per period] [pairs]</pre>
 *
 * on Java 24 or later.
 */
public final class PinningCost {

    private static final int DEPTH = 60;

    private static final long PIN_NANOS = 2_000_000;

    /** JFR's parser is Java, too, and has to be compiled first. */
    private static final int WARM_UP_PAIRS = 3;

    private static final int TICKS_PER_SECOND = 100;

    private static final VirtualThreadTaskExecutor VIRTUAL = new VirtualThreadTaskExecutor("pinned-");

    private final LongAdder seen = new LongAdder();

    private final int seconds;

    private PinningCost(int seconds) {
        this.seconds = seconds;
    }

    public static void main(String[] args) throws Exception {
        int rate = (args.length > 0) ? Integer.parseInt(args[0]) : 1000;
        int seconds = (args.length > 1) ? Integer.parseInt(args[1]) : 8;
        int pairs = (args.length > 2) ? Integer.parseInt(args[2]) : 5;
        Method park = PinningCost.class.getDeclaredMethod("park");
        ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();
        load.scheduleAtFixedRate(
                () -> tick(park, rate / TICKS_PER_SECOND), 0, 1000 / TICKS_PER_SECOND, TimeUnit.MILLISECONDS);
        try {
            new PinningCost(seconds).compare(pairs);
        } finally {
            load.shutdownNow();
        }
    }

    private void compare(int pairs) throws InterruptedException {
        for (int i = 0; i < WARM_UP_PAIRS; i++) {
            period(false);
            period(true);
        }
        List<Double> extra = new ArrayList<>();
        System.out.println("CPU, % of one core: without, with the monitor, difference; pins/s it saw");
        for (int i = 0; i < pairs; i++) {
            double without = period(false);
            double with = period(true);
            extra.add(with - without);
            System.out.printf("%.2f  %.2f  %.2f  %d%n", without, with, with - without, this.seen.sum() / this.seconds);
        }
        System.out.printf(
                "mean difference %.2f %% of one core%n",
                extra.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
    }

    /** CPU of a period, in percent of one core. */
    private double period(boolean watched) throws InterruptedException {
        try (PinningMonitor monitor = new PinningMonitor(
                Duration.ofMillis(1),
                Duration.ofMinutes(1),
                8,
                List.of("com.example"),
                (reason, duration) -> this.seen.increment())) {
            if (watched) {
                monitor.start();
            }
            pause(2);
            this.seen.reset();
            long cpu = cpuNanos();
            long start = System.nanoTime();
            pause(this.seconds);
            return 100.0 * (cpuNanos() - cpu) / (System.nanoTime() - start);
        }
    }

    private static void pause(int seconds) throws InterruptedException {
        boolean never = new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
        assert !never;
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void tick(Method park, int pins) {
        for (int i = 0; i < pins; i++) {
            VIRTUAL.execute(() -> descend(park, DEPTH));
        }
    }

    private static void descend(Method park, int frames) {
        if (frames > 0) {
            descend(park, frames - 1);
            return;
        }
        try {
            park.invoke(null);
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Called by reflection. */
    static void park() {
        LockSupport.parkNanos(PIN_NANOS);
    }
}
