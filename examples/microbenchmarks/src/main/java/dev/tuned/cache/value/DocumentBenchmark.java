/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
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
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.json.JsonMapper;

/** What it costs to write a value as a document, and to read it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DocumentBenchmark {

    /** Reviews of a product: 3 make about 0.7 kB of JSON, 100 about 17 kB. */
    @Param({"3", "100"})
    private int reviews;

    private final MemoryBudget budget = new MemoryBudget();
    private ValueCodec codec;
    private byte[] written = new byte[0];
    private Item item = new Item();

    @Setup
    public void create() {
        JsonMapper mapper = JsonMapper.builder().build();
        codec = new ValueCodec(mapper, mapper.constructType(Item.class), 1);
        item = new Item();
        item.reviews = IntStream.range(0, reviews)
                .mapToObj(i -> new Review("reader " + i, i % 5, "one sentence and another sentence ".repeat(3)))
                .toList();
        written = write();
    }

    @Benchmark
    public byte[] write() {
        byte[] document = codec.encode(item, budget);
        budget.giveBack(document.length);
        return document;
    }

    @Benchmark
    public @Nullable Object read() {
        return codec.decode(written);
    }

    /** An ordinary class, with fields alone. */
    static final class Item {

        long id = 17;
        String name = "a product";
        BigDecimal price = new BigDecimal("19.90");
        Instant since = Instant.EPOCH;
        Map<String, String> attributes = Map.of("colour", "red");
        List<Review> reviews = List.of();
    }

    record Review(String author, int stars, String text) {}
}
