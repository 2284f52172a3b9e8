/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VariantTests {

    private final Variant stock = new Variant("stock", Path.of("stock.jar"), List.of("--a=1", "--b=2"), List.of());

    @Test
    void furtherArgumentsComeLast() {
        assertThat(stock.with("--c=3").arguments()).containsExactly("--a=1", "--b=2", "--c=3");
    }

    @Test
    void optionThatIsGivenAgainHasItsNewValueOnly() {
        assertThat(stock.with("--a=x=y").arguments()).containsExactly("--b=2", "--a=x=y");
    }
}
