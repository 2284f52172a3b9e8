/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * A method whose time, waiting or allocation grew.
 *
 * @param method the method, such as {@code com.example.Shop.buy}
 * @param own whether it is the application's own; otherwise one of a library that no method of the application called
 * @param within what it calls that has most of the growth; empty for itself
 * @param callers what leads to it, the nearest call first
 * @param changes what grew
 */
public record GrownMethod(String method, boolean own, String within, List<String> callers, List<Change> changes) {

    /**
     * A resource that a method spends per request.
     *
     * @param what such as {@code CPU}
     * @param unit such as {@code µs}
     * @param before per request before
     * @param after per request after
     */
    public record Change(String what, String unit, double before, double after) {}

    /** The same with another change. */
    public GrownMethod with(Change change) {
        return new GrownMethod(
                method,
                own,
                within,
                callers,
                Stream.concat(changes.stream(), Stream.of(change)).toList());
    }
}
