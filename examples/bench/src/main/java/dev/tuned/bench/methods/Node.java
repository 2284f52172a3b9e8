/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What both services spent in a method and in each of its callees. */
final class Node {

    private final Map<String, Node> callees = new HashMap<>();
    private final double[] sums = new double[2];
    private final double[] squares = new double[2];

    /** Adds what a service, 0 or 1, spent at the end of a path of calls. */
    void add(int service, List<String> path, double amount) {
        Node node = this;
        node.count(service, amount);
        for (String callee : path) {
            node = node.callees.computeIfAbsent(callee, ignored -> new Node());
            node.count(service, amount);
        }
    }

    private void count(int service, double amount) {
        sums[service] += amount;
        squares[service] += amount * amount;
    }

    double sum(int service) {
        return sums[service];
    }

    /** The standard deviation of a sum, as far as each amount came by chance. */
    double deviation(int service) {
        return Math.sqrt(squares[service]);
    }

    Map<String, Node> callees() {
        return callees;
    }
}
