/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The resources spent in a method and in each of its callees. */
final class Node {

    private final Map<String, Node> callees = new HashMap<>();
    private double sum;
    private double squares;

    /** Adds what was spent at the end of a path of calls. */
    void add(List<String> path, double amount) {
        Node node = this;
        node.count(amount);
        for (String callee : path) {
            node = node.callees.computeIfAbsent(callee, ignored -> new Node());
            node.count(amount);
        }
    }

    private void count(double amount) {
        sum += amount;
        squares += amount * amount;
    }

    double sum() {
        return sum;
    }

    /** The variance of the sum, as far as each amount came by chance. */
    double variance() {
        return squares;
    }

    Map<String, Node> callees() {
        return callees;
    }
}
