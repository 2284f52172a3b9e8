/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.statistics.Metric;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class SteadySlicesTests {

    private int measured;

    private final Workload workload = new Workload() {
        @Override
        public String name() {
            return "requests";
        }

        @Override
        public String what() {
            return "GET";
        }

        @Override
        public String load() {
            return "";
        }

        @Override
        public void check(ServiceProcess service) {}

        @Override
        public LoadResult warmUp(ServiceProcess service, WarmUp.Round round) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LoadResult measure(ServiceProcess service, int slice) {
            measured++;
            return new LoadResult(10, measured == 1 ? 4 : 0, null, 1, 0, 0, 0, 10, new Histogram(3));
        }
    };

    /** The requests that count of a slice of two services, by the readings of the ruler before, between and after. */
    private long counted(SteadySlices slices, Children children) throws Exception {
        return measured(slices, children).requests();
    }

    private Measurement measured(SteadySlices slices, Children children) throws Exception {
        RunningService running = new RunningService(new InetSocketAddress("127.0.0.1", 1), null);
        ServiceProcess service = ServiceProcess.start(Variant.running("one", running), Path.of("."), children);
        Meter one = new Meter(service, workload);
        Meter other = new Meter(service, workload);
        slices.measure(List.of(one, other), 0);
        return one.result("", 1, List.of(), 0, 1);
    }

    private static SteadySlices slices(long... readings) {
        Iterator<Long> all = Arrays.stream(readings).iterator();
        return new SteadySlices(all::next);
    }

    @Test
    void aSliceOfASteadyMachineCounts() throws Exception {
        try (Children children = new Children()) {
            SteadySlices slices = slices(100, 104, 109);
            assertThat(counted(slices, children)).isEqualTo(10);
            assertThat(measured).isEqualTo(2);
            assertThat(slices.moved()).isEqualTo(1.09);
        }
    }

    @Test
    void aSliceDuringWhichTheMachineMovedIsMeasuredAgain() throws Exception {
        try (Children children = new Children()) {
            SteadySlices slices = slices(100, 140, 100, 100, 101, 102);
            assertThat(counted(slices, children)).isEqualTo(10);
            assertThat(measured).isEqualTo(4);
            assertThat(slices.moved()).isEqualTo(1.02);
        }
    }

    @Test
    void failuresOfASliceThatIsMeasuredAgainCount() throws Exception {
        try (Children children = new Children()) {
            Measurement measurement = measured(slices(100, 140, 100, 100, 101, 102), children);
            assertThat(measurement.requests()).isEqualTo(10);
            assertThat(measurement.metrics()).containsEntry(Metric.ERRORS.key(), 20.0);
        }
    }

    @Test
    void onAMachineThatNeverRestsTheSteadierSliceCounts() throws Exception {
        try (Children children = new Children()) {
            SteadySlices slices = slices(100, 150, 100, 100, 130, 125);
            assertThat(counted(slices, children)).isEqualTo(10);
            assertThat(measured).isEqualTo(4);
            assertThat(slices.moved()).isEqualTo(1.3);
        }
    }
}
