/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to read an upload of a given size from the temp file it was spooled to. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CopyBenchmark {

    @Param({"5120", "512000"})
    public int size;

    private Path file = Path.of("");

    @Setup
    public void createFile() throws IOException {
        file = Files.write(Files.createTempFile("copy-benchmark", ".bin"), new byte[size]);
    }

    @TearDown
    public void deleteFile() throws IOException {
        Files.delete(file);
    }

    @Benchmark
    public long byteByByte() throws IOException {
        long sum = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int value = in.read(); value >= 0; value = in.read()) {
                sum += value;
            }
        }
        return sum;
    }

    @Benchmark
    public long transferTo() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
