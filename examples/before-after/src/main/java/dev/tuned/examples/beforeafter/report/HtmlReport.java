/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ScenarioResult;
import dev.tuned.examples.beforeafter.statistics.Metric;

/** The results as one HTML page that needs nothing from anywhere else. */
public final class HtmlReport {

    private HtmlReport() {}

    /** The whole page. */
    public static String of(Results results) {
        return page(content(results), "");
    }

    /** A page that fetches its content again every second, for a run that is going on. */
    public static String live(Results results, String progress) {
        return page(liveContent(results, progress), "<script>" + resource("live.js") + "</script>");
    }

    /** What changes on the live page. */
    public static String liveContent(Results results, String progress) {
        return "<p class=\"progress\" aria-live=\"polite\">" + Html.escape(progress) + "</p>" + content(results);
    }

    private static String page(String content, String script) {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<title>tuned: before and after</title>\n<style>\n" + resource("report.css")
                + "</style>\n</head>\n<body>\n<main>\n" + content + "\n</main>\n" + script + "\n</body>\n</html>\n";
    }

    private static String content(Results results) {
        StringBuilder html = new StringBuilder("<h1>Before and after</h1>\n");
        html.append("<p class=\"verdict ").append(results.verdict()).append("\">");
        html.append(Html.escape(results.verdict())).append("</p>\n");
        if (results.problem() != null) {
            html.append("<pre class=\"problem\">")
                    .append(Html.escape(results.problem()))
                    .append("</pre>\n");
        }
        html.append(table(results));
        results.scenarios().forEach(result -> html.append(section(result)));
        html.append(sides(results));
        return html.append(facts(results)).toString();
    }

    private static String sides(Results results) {
        List<SideTable> tables = SideTable.of(results);
        if (tables.isEmpty()) {
            return "";
        }
        StringBuilder html =
                new StringBuilder("<section>\n<h2>All sides, as the field reports have their tables</h2>\n");
        for (SideTable table : tables) {
            html.append(Html.element("p", "what", table.caption()))
                    .append("<div class=\"scroll\"><table class=\"sides\">\n<thead>")
                    .append(cells("th", table.lines().get(0)))
                    .append("</thead>\n<tbody>\n");
            table.lines().stream().skip(1).forEach(line -> html.append(cells("td", line)));
            html.append("</tbody></table></div>\n");
        }
        return html.append("</section>\n").toString();
    }

    private static String table(Results results) {
        return "<div class=\"scroll\"><table>\n<thead>" + row("th", Row.HEADER) + "</thead>\n<tbody>\n"
                + Row.of(results).stream().map(row -> row("td", row)).collect(Collectors.joining())
                + "</tbody></table></div>\n";
    }

    private static String row(String cell, Row row) {
        return cells(cell, row.cells().toList());
    }

    private static String cells(String cell, List<String> cells) {
        StringBuilder html = new StringBuilder("<tr>");
        for (int column = 0; column < cells.size(); column++) {
            html.append(Html.element(cell, "c" + column, cells.get(column)));
        }
        return html.append("</tr>\n").toString();
    }

    private static String section(ScenarioResult result) {
        StringBuilder html = new StringBuilder("<section>\n<h2>")
                .append(Html.escape(Row.title(result)))
                .append("</h2>\n");
        html.append(Html.element("p", "what", what(result)));
        if (result.problem() != null) {
            html.append(Html.element("p", "problem", result.problem()));
        }
        if (!result.metrics().isEmpty()) {
            html.append(PhaseTable.of(result));
            html.append(IntervalPlot.of(result.metrics()));
            html.append("<details><summary>figures</summary><div class=\"scroll\"><table>\n<tbody>\n");
            result.metrics().forEach(metric -> html.append(row("td", figures(metric))));
            html.append("</tbody></table></div></details>\n");
        }
        return html.append("</section>\n").toString();
    }

    private static String what(ScenarioResult result) {
        String rate = result.rate() == null ? "" : ", at most " + Format.number(result.rate()) + " requests/s";
        return String.format(
                Locale.ROOT,
                "%s: %s against %s, %d connections, %s loop%s%s. %d rounds after %,d requests of warm-up; measured again: %d."
                        + " The load client took %s µs of CPU per request. 1 Gbit/s would carry %s requests/s.",
                result.what(),
                result.baseline(),
                result.candidate(),
                result.connections(),
                result.loop(),
                rate,
                result.jvmFlags() == null ? "" : ", JVMs with " + result.jvmFlags(),
                result.rounds().stream()
                        .filter(round -> round.side().equals(result.baseline()))
                        .count(),
                result.warmUpRequests(),
                result.repeats(),
                Format.number(result.clientCpuUsPerRequest()),
                Format.number(result.networkRequestsPerSecond()));
    }

    private static Row figures(MetricResult metric) {
        return new Row(
                Metric.ofKey(metric.name()).label(),
                "",
                Format.number(metric.before()),
                Format.number(metric.after()),
                Format.ratio(metric.ratio()),
                Format.interval(metric.ci()),
                Row.verdict(metric),
                "");
    }

    private static String facts(Results results) {
        return "<section><h2>How this was measured</h2>\n<dl>"
                + fact("Control, two identical processes", Format.control(results))
                + fact("Machine", Format.machine(results.machine()))
                + fact("Load client", "Java " + results.machine().clientJdk() + "; one thread")
                + fact(
                        "Load average at the start",
                        Format.number(results.machine().loadAverage()))
                + fact("Commit", Format.commit(results))
                + fact("Command", results.command())
                + fact("Started", results.started() + ", took " + Format.number(results.seconds()) + " s")
                + "</dl>\n<p>" + Html.escape(resource("method.txt")) + "</p></section>\n";
    }

    private static String fact(String name, String value) {
        return "<dt>" + Html.escape(name) + "</dt><dd>" + Html.escape(value) + "</dd>";
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
