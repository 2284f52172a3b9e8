/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Times the stages of what a program does: how often each ran and how long it took. Safe for use by many threads.
 *
 * <pre>{@code
 * try (Stages.Timing ignored = stages.time("cache read")) {
 *     document = read(key);
 * }
 * }</pre>
 *
 * <p>Times are taken with {@link System#nanoTime()} and kept in histograms that are exact to 1 %; longer than an hour counts as an
 * hour. The first {@value #MAX_STAGES} names of at most {@value #MAX_NAME_LENGTH} characters are told apart; any other is counted
 * as {@value #OTHER} and told once at WARN, so that names made from data do not fill the heap. Recording a stage that was recorded
 * before allocates one {@link Timing} of 32 bytes; {@linkplain #off() switched off} nothing is allocated and no time is taken.
 */
public final class Stages {

    /** Most stages that are told apart by name. */
    public static final int MAX_STAGES = 100;

    /** Most characters of a stage's name. */
    public static final int MAX_NAME_LENGTH = 200;

    /** Name of the stage that counts what has no place of its own. */
    public static final String OTHER = "(other)";

    private static final Log log = LogFactory.getLog(Stages.class);

    private static final Timing NOTHING = () -> {};

    private static final Stages OFF = new Stages(false);

    private final boolean recording;
    private final Map<String, Stage> stages = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Stage> other = new AtomicReference<>();
    private volatile boolean byRequest;

    /** Creates stages that are timed. */
    public Stages() {
        this(true);
    }

    private Stages(boolean recording) {
        this.recording = recording;
    }

    /** Stages that take no time, keep nothing and allocate nothing. */
    public static Stages off() {
        return OFF;
    }

    /**
     * Starts to time a stage, until the returned timing is closed. An exception in between makes no difference.
     *
     * @param stage name of the stage; a constant of the program, not made from data
     */
    public Timing time(String stage) {
        if (!recording) {
            return NOTHING;
        }
        // Asking a thread-local that has no value gives the thread a map.
        return new StageTiming(stage(stage), byRequest ? RequestStages.CURRENT.get() : null);
    }

    /** What was recorded since the start, by name; stages that did not end yet are left out. A copy that does not change. */
    public List<StageStatistics> snapshot() {
        return list(Stage::sinceStart);
    }

    /** What was recorded since the last call, by name; stages that did not end in between are left out. */
    List<StageStatistics> takeInterval() {
        return list(Stage::takeInterval);
    }

    private List<StageStatistics> list(Function<Stage, StageStatistics> statistics) {
        return Stream.concat(
                        stages.values().stream().sorted(Comparator.comparing(Stage::name)),
                        Stream.ofNullable(other.get()))
                .map(statistics)
                .filter(row -> row.count() > 0)
                .toList();
    }

    /** From now on stages that run within a request are also told to that request. */
    void collectByRequest() {
        byRequest = true;
    }

    private Stage stage(String name) {
        Stage stage = stages.get(name);
        return stage != null ? stage : newStage(name);
    }

    private Stage newStage(String name) {
        if (name.length() <= MAX_NAME_LENGTH) {
            synchronized (stages) {
                if (stages.size() < MAX_STAGES) {
                    return stages.computeIfAbsent(name, Stage::new);
                }
            }
        }
        Stage rest = other.get();
        return rest != null ? rest : firstOther(name);
    }

    private Stage firstOther(String name) {
        Stage rest = new Stage(OTHER);
        if (other.compareAndSet(null, rest)) {
            log.warn(
                    "The stage '%s' and others are counted as '%s': there are more than %d stages, or the name is longer than %d"
                                    .formatted(OneLine.of(name, MAX_NAME_LENGTH), OTHER, MAX_STAGES, MAX_NAME_LENGTH)
                            + " characters. A stage's name is a constant of the program; ids and paths do not belong in it.");
        }
        return Objects.requireNonNull(other.get());
    }

    /** A stage that is being timed. Not safe for use by many threads, but may be closed by another than the one that started it. */
    @FunctionalInterface
    public interface Timing extends AutoCloseable {

        /** Ends the stage and records it. Does nothing when called again. */
        @Override
        void close();
    }
}
