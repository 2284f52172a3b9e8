/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StageTimesTests {

    private final StageTimes times = new StageTimes(3);

    @Test
    void countsEachRunOfAStageAndItsTime() {
        times.add("parse", 3);
        times.add("parse", 1);
        times.add("parse", 2);
        assertThat(times.all()).hasEntrySatisfying("parse", parse -> {
            assertThat(parse.getCount()).isEqualTo(3);
            assertThat(parse.getSum()).isEqualTo(6);
            assertThat(parse.getMin()).isEqualTo(1);
            assertThat(parse.getMax()).isEqualTo(3);
        });
    }

    @Test
    void namesMadeFromDataEndInOneStage() {
        for (int i = 0; i < 10_000; i++) {
            times.add("product\n" + i, 1);
            times.add("product\n0", 1);
        }
        assertThat(times.all().keySet()).containsExactly("product?0", "product?1", "product?2", StageTimes.OTHER);
        assertThat(times.all().get("product?0").getCount()).isEqualTo(10_001);
        assertThat(times.all().get(StageTimes.OTHER).getCount()).isEqualTo(9_997);
    }

    @Test
    void aLongNameIsCut() {
        times.add("x".repeat(StageTimes.MAX_NAME), 1);
        times.add("x".repeat(StageTimes.MAX_NAME + 1), 1);
        assertThat(times.all().keySet())
                .containsExactly("x".repeat(StageTimes.MAX_NAME), "x".repeat(StageTimes.MAX_NAME) + "…");
    }
}
