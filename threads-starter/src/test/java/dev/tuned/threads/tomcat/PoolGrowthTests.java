/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.threads.tomcat.SimulatedService.Shape;
import dev.tuned.threads.tomcat.Trial.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** The decision alone, in services without threads and clocks. */
class PoolGrowthTests {

    private final List<Trial> trials = new ArrayList<>();

    private final PoolGrowth growth = new PoolGrowth(200, 1_000, trials::add);

    private SimulatedService run(Shape shape, double seconds) {
        SimulatedService service = new SimulatedService(shape, 200, 1);
        service.run(seconds, growth);
        return service;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestsThatWaitASecondGetAllThreadsWithin20Seconds(boolean randomTimes) {
        SimulatedService service = run(new Shape(1_000, 0, 1, 0, 0, 1, false, randomTimes, 0, 0), 17);
        assertThat(service.limit()).isEqualTo(1_000);
        assertThat(trials).extracting(Trial::to).containsExactly(250, 350, 550, 1_000);
        assertThat(trials).extracting(Trial::outcome).containsOnly(Outcome.KEPT);
    }

    @ParameterizedTest
    @CsvSource({"0.05, 30", "0.3, 30", "5, 170"})
    void requestsOfAnyTimeGetThem(double seconds, int within) {
        assertThat(run(Shape.waiting(1_000, seconds), within).limit()).isEqualTo(1_000);
    }

    @Test
    void requestsThatSaturateTheProcessorsGetNoMore() {
        assertThat(run(new Shape(1_000, 0, 1, 0, 0, 0.05, false, false, 0, 0.0003), 60).highest)
                .isEqualTo(200);
        assertThat(trials).isEmpty();
    }

    @Test
    void theStepIsAsLargeAsTheProcessorsAllow() {
        run(new Shape(1_000, 0, 1, 0, 0, 0.05, false, false, 0, 0.0001), 10);
        assertThat(trials).extracting(Trial::to).containsExactly(250, 350, 499);
    }

    @Test
    void aPoolWithoutAQueueStays() {
        assertThat(run(Shape.waiting(200, 1), 60).highest).isEqualTo(200);
        assertThat(trials).isEmpty();
    }

    @Test
    void scarceConnectionsEndATrialWithoutAGain() {
        SimulatedService service = run(Shape.scarce(800, 20, 0.1, 15), 20);
        assertThat(service.limit()).isEqualTo(200);
        assertThat(service.failures).isZero();
        assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.NO_GAIN);
    }

    @Test
    void theNextTrialIsAfterOneTwoFourAndTenMinutes() {
        SimulatedService service = new SimulatedService(Shape.scarce(800, 20, 0.1, 15), 200, 1);
        List<Integer> minutes = new ArrayList<>();
        for (int minute = 0; minute < 30; minute++) {
            int before = trials.size();
            service.run(60, growth);
            if (trials.size() > before) {
                minutes.add(minute);
            }
        }
        assertThat(minutes).containsExactly(0, 1, 3, 7, 17, 27);
    }

    @Test
    void aTrialInWhichRequestsFailIsTheLast() {
        SimulatedService service = run(Shape.scarce(1_000, 10, 0.1, 2), 600);
        assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.MORE_FAILURES);
        assertThat(service.limit()).isEqualTo(200);
        assertThat(service.failures).isLessThan(100);
    }

    @Test
    void aBackendThatSlowsDownEndsTheTrialAtOnce() {
        SimulatedService service = run(new Shape(1_000, 0, 1, 0, 0, 0.5, false, false, 0.02, 0), 600);
        assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.FEWER_SUCCESSES);
        assertThat(service.limit()).isEqualTo(200);
    }

    /** 201 connections for requests that need two: stock never has 201 that hold one and wait for another. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nestedConnectionsCostOneTimeOutOnce(boolean randomTimes) {
        Shape shape = new Shape(800, 1, 201, 0.1, 5, 0, true, randomTimes, 0, 0);
        SimulatedService service = run(shape, 300);
        assertThat(service.limit()).isEqualTo(200);
        assertThat(service.failures).isLessThanOrEqualTo(250);
        long failures = service.failures;
        service.run(600, growth);
        assertThat(service.failures).isEqualTo(failures);
    }

    @Test
    void longPollsThatTakeAllThreadsLetOthersThrough() {
        SimulatedService service = run(Shape.waiting(226, 30), 12);
        assertThat(service.limit()).isEqualTo(225);
    }

    @Test
    void requestsThatFailAlreadyGetNoMore() {
        SimulatedService service = run(Shape.scarce(800, 20, 0.78, 2), 120);
        assertThat(service.failures).isPositive();
        assertThat(trials).isEmpty();
    }

    @Test
    void fallingLoadGoesBackToThePoolsSizeAfterAMinute() {
        Looks looks = new Looks();
        looks.grow();
        looks.steady(50, 0, 200, 0, 59);
        assertThat(looks.limit).isEqualTo(250);
        looks.steady(50, 0, 200, 0, 2);
        assertThat(looks.limit).isEqualTo(200);
        assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.KEPT, Outcome.LESS_LOAD);
    }

    /** None of 400 says little: a few in a thousand may be what fails always. */
    @Test
    void fewFailuresWhereNoneWasSeenBeforeAreNotBlamedOnTheTrial() {
        Looks looks = new Looks();
        looks.steady(200, 50, 400, 0, 1.2);
        looks.steady(250, 0, 500, 3, 4);
        assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.KEPT);
    }

    /** A service that has just started answers nothing for seconds, and refuses what is more than 200. */
    @Test
    void failuresAfterSilenceAreBlamedOnTheTrial() {
        Looks looks = new Looks();
        looks.steady(200, 50, 0, 0, 6);
        assertThat(looks.limit).isEqualTo(225);
        looks.steady(225, 50, 25, 340, 1);
        assertThat(looks.limit).isEqualTo(200);
        looks.steady(200, 50, 200, 0, 3_000);
        assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.MORE_FAILURES);
    }

    @Test
    void failuresThatComeLaterTakeItBack() {
        Looks looks = new Looks();
        looks.grow();
        looks.steady(250, 0, 500, 20, 2);
        assertThat(looks.limit).isEqualTo(200);
        assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.KEPT, Outcome.WORSE_LATER);
    }

    @Test
    void aHeapThatFillsUpTakesItBack() {
        Looks looks = new Looks();
        looks.grow();
        looks.live = 0.95;
        for (int collection = 0; collection < 4; collection++) {
            looks.collections++;
            looks.steady(250, 0, 500, 0, 1);
        }
        looks.live = 0.5;
        looks.collections++;
        looks.steady(250, 0, 500, 0, 1);
        assertThat(looks.limit).as("G1 has collected old regions").isEqualTo(250);
        looks.live = 0.95;
        for (int collection = 0; collection < 5; collection++) {
            looks.collections++;
            looks.steady(250, 0, 500, 0, 1);
        }
        assertThat(looks.limit).isEqualTo(200);
        assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.KEPT, Outcome.HEAP_FULL);
    }

    /** 0.6 of the heap for 200 requests: no room for 225. */
    @Test
    void aHeapWithoutRoomForMoreRequestsEndsTheGrowth() {
        Looks looks = new Looks();
        looks.live = 0.75;
        looks.heap = 0.75;
        looks.steady(200, 50, 400, 0, 30);
        assertThat(looks.limit).isEqualTo(200);
        assertThat(trials).isEmpty();
    }

    /** Requests hold their megabyte, but for those that have just begun when the last collection comes. */
    @Test
    void theFullestCollectionCounts() {
        Looks looks = new Looks();
        for (int collection = 0; collection < 200; collection++) {
            looks.collections++;
            looks.live = (collection % 3 == 0) ? 0.5 : 0.85;
            looks.steady(200, 50, 400, 0, 0.05);
        }
        assertThat(looks.limit).isEqualTo(200);
        assertThat(trials).isEmpty();
    }

    @Test
    void withoutACollectionAllThatIsInUseCounts() {
        Looks looks = new Looks();
        looks.grow();
        looks.heap = 0.79;
        looks.steady(250, 50, 500, 0, 30);
        assertThat(looks.limit).isEqualTo(250);
        looks.collections++;
        looks.steady(250, 50, 500, 0, 4);
        assertThat(trials).last().extracting(Trial::to).isEqualTo(350);
    }

    @Test
    void beforeTheFirstCollectionAllThatIsInUseCounts() {
        Looks looks = new Looks();
        looks.collections = 0;
        looks.live = 0;
        looks.heap = 0.75;
        looks.steady(200, 50, 400, 0, 30);
        assertThat(trials).isEmpty();
    }

    @Test
    void noTrialFollowsTheLastWhateverComesThen() {
        Looks looks = new Looks();
        looks.grow();
        looks.steady(250, 50, 500, 0, 1.2);
        looks.steady(350, 50, 300, 0, 3);
        looks.steady(250, 50, 500, 20, 2);
        assertThat(trials)
                .extracting(Trial::outcome)
                .containsExactly(Outcome.KEPT, Outcome.FEWER_SUCCESSES, Outcome.WORSE_LATER);
        looks.steady(200, 50, 400, 0, 3_000);
        assertThat(trials).hasSize(3);
    }

    @Test
    void loadThatFallsInATrialDecidesNothing() {
        Looks looks = new Looks();
        looks.steady(200, 50, 400, 0, 1.3);
        assertThat(looks.limit).isEqualTo(250);
        looks.steady(20, 0, 40, 0, 10);
        assertThat(looks.limit).isEqualTo(200);
        assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.LESS_LOAD);
        looks.steady(200, 50, 400, 0, 1.3);
        assertThat(looks.limit).as("tried again at once").isEqualTo(250);
    }

    /** Looks at a pool of which the load is known. */
    private final class Looks {

        private double seconds = 1;
        private double successes;
        private double failures;
        private long collections = 1;
        private double live = 0.01;
        private double heap = 0.01;
        private int limit = 200;

        /** Requests of half a second up to the trial of 250 that is kept, and no queue any more. */
        void grow() {
            steady(200, 50, 400, 0, 1.2);
            steady(250, 0, 500, 0, 4);
            assertThat(limit).isEqualTo(250);
            assertThat(trials).extracting(Trial::outcome).containsExactly(Outcome.KEPT);
        }

        void steady(int active, int queued, double successesPerSecond, double failuresPerSecond, double lasts) {
            for (int look = 0; look < lasts * 20; look++) {
                seconds += 0.05;
                successes += successesPerSecond / 20;
                failures += failuresPerSecond / 20;
                limit = growth.next(new Look(
                        (long) (seconds * TimeUnit.SECONDS.toNanos(1)),
                        queued,
                        active,
                        (long) successes,
                        (long) failures,
                        0,
                        collections,
                        live,
                        heap));
            }
        }
    }
}
