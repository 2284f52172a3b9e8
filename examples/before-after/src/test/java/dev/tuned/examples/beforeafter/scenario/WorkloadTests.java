/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.tuned.examples.beforeafter.load.RequestSource;

import static org.assertj.core.api.Assertions.assertThat;

class WorkloadTests {

    @Test
    void soManyCallersInARowAskForEachNewProduct() {
        RequestSource source = Workloads.newProducts(3).newProducts("new-7");
        List<String> paths = Stream.generate(source::next)
                .limit(7)
                .map(request -> StandardCharsets.US_ASCII
                        .decode(request.bytes())
                        .toString()
                        .split(" ", -1)[1])
                .toList();

        assertThat(paths)
                .containsExactly(
                        "/products/new-7-1",
                        "/products/new-7-1",
                        "/products/new-7-1",
                        "/products/new-7-2",
                        "/products/new-7-2",
                        "/products/new-7-2",
                        "/products/new-7-3");
    }
}
