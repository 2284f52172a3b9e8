/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics and labels that PromQL expressions name; every selector of ours is written with braces. */
final class Expressions {

    private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{([^}]*)\\}");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)\\s*(?:=~|!=|!~|=)");

    private Expressions() {}

    /** A metric and a label, or no label. */
    record Use(String metric, String label) {}

    static Set<Use> uses(String expression) {
        Set<Use> uses = new LinkedHashSet<>();
        Matcher selector = SELECTOR.matcher(expression);
        while (selector.find()) {
            uses.add(new Use(selector.group(1), ""));
            Matcher label = LABEL.matcher(selector.group(2));
            while (label.find()) {
                uses.add(new Use(selector.group(1), label.group(1)));
            }
        }
        return uses;
    }

    /** Metrics of the starters without braces, which the other method would not see. */
    static Set<String> bare(String expression) {
        Set<String> bare = new LinkedHashSet<>();
        Matcher name = Pattern.compile("\\btuned_[a-z0-9_]+(?!\\{)\\b(?!\\{)").matcher(expression);
        while (name.find()) {
            bare.add(name.group());
        }
        return bare;
    }
}
