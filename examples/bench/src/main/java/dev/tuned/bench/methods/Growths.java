/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.methods.Profile.Resource;
import dev.tuned.bench.result.GrownMethod;
import dev.tuned.bench.result.GrownMethod.Change;

/** Compares what two services spent in their methods, request by request. */
final class Growths {

    /** A growth counts from this many of its standard errors on. */
    private static final double MIN_ERRORS = 3;

    /** A growth counts from this share of all that is spent on. */
    private static final double MIN_SHARE = 0.02;

    /** A callee has most of a growth from this share on. */
    private static final double MOST = 0.5;

    private static final int MAX_METHODS = 10;
    private static final Node NOTHING = new Node();

    private final Profile before;
    private final Profile after;

    Growths(Profile before, Profile after) {
        this.before = before;
        this.after = after;
    }

    private record Found(GrownMethod method, double share) {}

    /** The methods that grew, by the largest share of what is spent. */
    List<GrownMethod> methods() {
        Map<String, Found> found = new LinkedHashMap<>();
        for (Resource resource : Resource.values()) {
            Map<String, Node> spentBefore = before.spent(resource);
            Map<String, Node> spentAfter = after.spent(resource);
            double all = spentBefore.values().stream().mapToDouble(Node::sum).sum() / before.requests();
            double allAfter =
                    spentAfter.values().stream().mapToDouble(Node::sum).sum() / after.requests();
            // The service before may not have waited at all.
            double whole = Math.max(all, allAfter / 2);
            for (String method : new TreeSet<>(spentAfter.keySet())) {
                Node one = spentBefore.getOrDefault(method, NOTHING);
                Node other = spentAfter.getOrDefault(method, NOTHING);
                double growth = growth(one, other);
                if (growth < MIN_SHARE * whole || growth < MIN_ERRORS * error(one, other)) {
                    continue;
                }
                List<String> most = most(one, other, growth);
                String name = method.equals(Profile.NONE) ? (most.isEmpty() ? "" : most.get(most.size() - 1)) : method;
                if (name.isEmpty()) {
                    continue;
                }
                Change change = new Change(
                        resource.label, resource.unit, one.sum() / before.requests(), other.sum() / after.requests());
                found.merge(
                        name,
                        new Found(described(method, name, most, change), growth / whole),
                        (first, second) -> new Found(first.method.with(change), Math.max(first.share, second.share)));
            }
        }
        return found.values().stream()
                .sorted(Comparator.comparingDouble(Found::share).reversed())
                .limit(MAX_METHODS)
                .map(Found::method)
                .toList();
    }

    private GrownMethod described(String method, String name, List<String> most, Change change) {
        boolean own = !method.equals(Profile.NONE);
        String within = own && !most.isEmpty() ? most.get(most.size() - 1) : "";
        List<String> lead = new ArrayList<>();
        if (own) {
            lead.addAll(after.callers(method));
        } else {
            for (int i = most.size() - 2; i >= 0 && lead.size() < 4; i--) {
                lead.add(most.get(i));
            }
        }
        return new GrownMethod(name, own, within, lead, List.of(change));
    }

    private double growth(Node one, Node other) {
        return other.sum() / after.requests() - one.sum() / before.requests();
    }

    private double error(Node one, Node other) {
        return Math.sqrt(other.variance() / square((double) after.requests())
                + one.variance() / square((double) before.requests()));
    }

    private static double square(double value) {
        return value * value;
    }

    /** The path of calls that has most of a growth, as far as it does not split. */
    private List<String> most(Node one, Node other, double whole) {
        List<String> path = new ArrayList<>();
        Node left = one;
        Node right = other;
        while (true) {
            String largest = largest(left, right);
            if (largest == null) {
                return path;
            }
            Node nextLeft = left.callees().getOrDefault(largest, NOTHING);
            Node nextRight = right.callees().getOrDefault(largest, NOTHING);
            if (growth(nextLeft, nextRight) < MOST * whole) {
                return path;
            }
            path.add(largest);
            left = nextLeft;
            right = nextRight;
        }
    }

    private @Nullable String largest(Node one, Node other) {
        return other.callees().entrySet().stream()
                .max(Comparator.comparingDouble(
                        each -> growth(one.callees().getOrDefault(each.getKey(), NOTHING), each.getValue())))
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
