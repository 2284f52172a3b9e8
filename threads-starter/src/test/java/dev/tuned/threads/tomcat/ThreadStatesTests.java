/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadStatesTests {

    @Test
    void everyObjectThatWasSeenInSomeLookIsNamed() {
        ThreadStates states = ThreadStates.NONE
                .plus(new ThreadStates(8, 7, 1, 6, Set.of("the same Pool")))
                .plus(new ThreadStates(8, 7, 1, 6, Set.of("monitors")))
                .plus(new ThreadStates(8, 7, 1, 6, Set.of("the same Pool")));
        assertThat(states.isScarce()).isTrue();
        assertThat(states.scarce()).isEqualTo("most requests wait for monitors or the same Pool");
    }
}
