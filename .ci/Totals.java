/* SPDX-License-Identifier: Apache-2.0 */

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Prints what the tests of a run came to: the drop-in suite's totals, each reason for which tests were skipped, each failed
 * test with its stack trace, and one line.
 * {@code java .ci/Totals.java <project's directory> <when the run began, such as 2026-11-22T12:00:00Z>}
 */
final class Totals {

    private final Map<String, Integer> skipped = new TreeMap<>();
    private int tests;
    private int failed;
    private int notRun;

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        Instant begin = Instant.parse(arguments[1]);
        Totals totals = new Totals();
        for (Path report : find(root, "TEST-.*\\.xml", begin)) {
            totals.add(report);
        }
        for (Path dropIn : find(root, "drop-in-totals-.*\\.txt", begin)) {
            Files.readAllLines(dropIn).forEach(System.out::println);
        }
        totals.skipped.forEach((reason, count) -> System.out.println("skipped " + count + ": " + reason));
        System.out.println(totals);
    }

    /** Reports of this run only: those of an earlier one may lie beside them. */
    private static List<Path> find(Path root, String name, Instant begin) throws IOException {
        try (Stream<Path> files = Files.find(root, 6, (file, attributes) -> attributes.isRegularFile()
                && file.getFileName().toString().matches(name)
                && !attributes.lastModifiedTime().toInstant().isBefore(begin))) {
            return files.sorted().toList();
        }
    }

    private void add(Path report) throws Exception {
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getDocumentElement();
        tests += number(suite, "tests");
        failed += number(suite, "failures") + number(suite, "errors");
        notRun += number(suite, "skipped");
        printFailures(suite, "failure");
        printFailures(suite, "error");
        NodeList reasons = suite.getElementsByTagName("skipped");
        for (int i = 0; i < reasons.getLength(); i++) {
            skipped.merge(reason((Element) reasons.item(i)), 1, Integer::sum);
        }
    }

    private static void printFailures(Element suite, String kind) {
        NodeList failures = suite.getElementsByTagName(kind);
        for (int i = 0; i < failures.getLength(); i++) {
            Element test = (Element) failures.item(i).getParentNode();
            System.out.println("failed: " + test.getAttribute("classname") + "." + test.getAttribute("name"));
            failures.item(i).getTextContent().lines().limit(40).forEach(System.out::println);
        }
    }

    private static int number(Element suite, String attribute) {
        String value = suite.getAttribute(attribute);
        return value.isEmpty() ? 0 : Integer.parseInt(value);
    }

    /** A failed assumption has its reason in the text, as the first line of its stack trace. */
    private static String reason(Element skipped) {
        String reason = skipped.getAttribute("message");
        if (reason.isBlank()) {
            reason = skipped.getTextContent().lines().findFirst().orElse("").replaceFirst("^[\\w.$]+: ", "");
        }
        return reason.isBlank() ? "without a reason" : reason.strip();
    }

    @Override
    public String toString() {
        return (tests - failed - notRun) + " passed, " + failed + " failed, " + notRun + " skipped";
    }
}
