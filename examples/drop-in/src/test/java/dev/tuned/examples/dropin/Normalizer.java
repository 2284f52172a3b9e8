/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Takes out of a text what no two starts of the same application have in common. */
final class Normalizer {

    private record Rule(Pattern pattern, String replacement) {}

    private final List<Rule> rules = new ArrayList<>();

    private Normalizer() {}

    static Normalizer of(RunningApplication application) {
        Normalizer normalizer = new Normalizer();
        normalizer.rule(Pattern.quote(application.directory().toString()), "<directory>");
        normalizer.rule("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d([.,]\\d+)?(Z|[+-]\\d\\d:?\\d\\d)?", "<time>");
        normalizer.rule("\\b\\d\\d:\\d\\d:\\d\\d([.,]\\d+)?\\b", "<time>");
        normalizer.rule("\\w{3}, \\d\\d \\w{3} \\d{4} <time> GMT", "<time>");
        if (application.isWeb()) {
            normalizer.rule("\\b" + application.port() + "\\b", "<port>");
        }
        normalizer.rule("\\b(PID |pid=)" + application.pid() + "\\b", "$1<pid>");
        normalizer.rule("@[0-9a-f]{5,8}\\b", "@<hash>");
        normalizer.rule("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b", "<uuid>");
        // How a variable is named is left to the compiler of the class.
        normalizer.rule("because \"[^\"]+\" is null", "because <variable> is null");
        normalizer.rule("\\$Proxy\\d+", "\\$Proxy<n>");
        normalizer.rule("\\$\\$Lambda[/$0-9a-fx]*", "\\$\\$Lambda");
        normalizer.rule("\\b\\d+([.,]\\d+)? ?(ms|seconds)\\b", "<duration>");
        normalizer.rule("\\(process running for [0-9.]+\\)", "(process running for <duration>)");
        normalizer.rule("(tomcat|tomcat-docbase|jetty|jetty-docbase)\\.(<port>|\\d+)\\.\\d+", "$1.<random>");
        normalizer.rule("upload_[0-9a-f_]+\\.tmp", "upload_<random>.tmp");
        return normalizer;
    }

    private void rule(String pattern, String replacement) {
        rules.add(new Rule(Pattern.compile(pattern), replacement));
    }

    String apply(String text) {
        String result = text;
        for (Rule rule : rules) {
            result = rule.pattern().matcher(result).replaceAll(rule.replacement());
        }
        return result.lines().collect(Collectors.joining("\n"));
    }
}
