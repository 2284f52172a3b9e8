/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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

    private final Map<Resource, Map<String, Node>> spent;
    private final Profile before;
    private final Profile after;
    private final Set<String> worse;

    /**
     * Creates a comparison.
     *
     * @param spent what each method of both spent
     * @param worse the keys of the metrics that the methods are to explain
     */
    Growths(Map<Resource, Map<String, Node>> spent, Profile before, Profile after, Set<String> worse) {
        this.spent = spent;
        this.before = before;
        this.after = after;
        this.worse = worse;
    }

    /**
     * A growth.
     *
     * @param method its method as it is shown
     * @param explains whether it may be why a metric became worse
     * @param share its share of all that is spent
     * @param most what the method calls for most of it
     */
    private record Found(GrownMethod method, boolean explains, double share, List<String> most) {

        Found and(Found other) {
            Change change = other.method.changes().get(0);
            return new Found(method.with(change), explains || other.explains, Math.max(share, other.share), most);
        }
    }

    /**
     * The methods that grew: first those which explain why a metric became worse, and the largest share of what is spent
     * first. A method that grew because it calls another of them is left out.
     */
    List<GrownMethod> methods() {
        Map<String, Found> found = new LinkedHashMap<>();
        for (Resource resource : Resource.values()) {
            Map<String, Found> grown = grown(resource);
            grown.forEach((name, each) -> {
                // Of methods that call each other, none is left out for the other.
                boolean isCaller = each.most.stream()
                        .map(grown::get)
                        .anyMatch(callee -> callee != null && callee.method.own() && !callee.most.contains(name));
                if (!isCaller) {
                    found.merge(name, each, Found::and);
                }
            });
        }
        return found.values().stream()
                .sorted(Comparator.comparing(Found::explains)
                        .thenComparingDouble(Found::share)
                        .reversed())
                .limit(MAX_METHODS)
                .map(Found::method)
                .toList();
    }

    private Map<String, Found> grown(Resource resource) {
        Map<String, Found> found = new LinkedHashMap<>();
        // The service before may not have waited at all.
        double whole = Math.max(before.perRequest(resource), after.perRequest(resource) / 2);
        new TreeMap<>(spent.getOrDefault(resource, Map.of())).forEach((method, node) -> {
            double growth = growth(node);
            if (growth <= 0 || growth < MIN_SHARE * whole || growth < MIN_ERRORS * error(node)) {
                return;
            }
            List<String> most = most(node, growth);
            boolean own = !Profile.isOfLibraries(method);
            if (!own && most.isEmpty()) {
                return;
            }
            String name = own ? method : most.get(most.size() - 1);
            Change change = new Change(
                    resource.label, resource.unit, node.sum(0) / before.requests, node.sum(1) / after.requests);
            // A method of a library is itself the last of what is called.
            found.put(
                    name,
                    new Found(
                            described(own, name, most, change),
                            resource.showsIn(worse),
                            growth / whole,
                            own ? most : List.of()));
        });
        return found;
    }

    private GrownMethod described(boolean own, String name, List<String> most, Change change) {
        String within = own && !most.isEmpty() ? most.get(most.size() - 1) : "";
        List<String> lead = new ArrayList<>(
                own ? after.callers(name) : most.subList(Math.max(0, most.size() - 5), most.size() - 1));
        if (!own) {
            Collections.reverse(lead);
        }
        return new GrownMethod(name, own, within, lead, List.of(change));
    }

    private double growth(Node node) {
        return node.sum(1) / after.requests - node.sum(0) / before.requests;
    }

    private double error(Node node) {
        return Math.hypot(node.deviation(1) / after.requests, node.deviation(0) / before.requests);
    }

    /** The path of calls that has most of a growth, as far as it does not split. */
    private List<String> most(Node node, double whole) {
        List<String> path = new ArrayList<>();
        Map<String, Node> callees = node.callees();
        while (!callees.isEmpty()) {
            Map.Entry<String, Node> largest =
                    Collections.max(callees.entrySet(), Comparator.comparingDouble(each -> growth(each.getValue())));
            if (growth(largest.getValue()) < MOST * whole) {
                break;
            }
            path.add(largest.getKey());
            callees = largest.getValue().callees();
        }
        return path;
    }
}
