/* SPDX-License-Identifier: Apache-2.0 */

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the tests of public applications, at the commits named here, without the starters and with all four, and compares test by test.
 * Prints a row for each; ends with 1 where a test ended differently, or none ran.
 * {@code java .ci/Applications.java <directory with a local repository> <version of tuned> [<directory with copies>]}
 */
final class Applications {

    /** @param pom its directory; @param boot the newest Spring Boot of its line that is tested with */
    private record Application(String repository, String commit, String pom, String boot) {

        String name() {
            return repository.substring(repository.indexOf('/') + 1);
        }
    }

    private static final String BOOT_40 = System.getProperty("boot-4.0", "4.0.7");
    private static final String BOOT_41 = System.getProperty("boot-4.1", "4.1.2");

    private static final List<Application> APPLICATIONS = List.of(
            new Application("spring-projects/spring-petclinic", "edf4db28affcc4741c79850a3d95bc3f177b5ff9", ".", BOOT_40),
            new Application("spring-petclinic/spring-petclinic-rest", "698bd832eac0da48e72deb63ce7ab275d98a88fb", ".", BOOT_41),
            new Application("spring-guides/gs-uploading-files", "02df6b5a928ed8d91b8aedb37e28f1d6ce9fd32a", "complete", BOOT_40),
            new Application("spring-guides/gs-securing-web", "6c986e19b4b329dd4a3d9d3d932a6e0e5bf74ad5", "complete", BOOT_40),
            new Application("spring-guides/gs-actuator-service", "a3482ad05afa95df5ae041fdb78410b245d368a5", "complete", BOOT_40),
            new Application("spring-guides/gs-testing-web", "7be2d10eadf0e11bcb43f360f64a1f9770cd7c21", "complete", BOOT_40),
            new Application("spring-guides/tut-spring-boot-kotlin", "16a6864aeffe17c5a0043c694932ca5cb316ae89", ".", BOOT_40));

    private static final List<String> STARTERS = List.of("upload", "logging", "cache", "threads");
    private static final Pattern CASE = Pattern.compile("<testcase name=\"([^\"]+)\" classname=\"([^\"]+)\"[^>]*?(/?)>");

    private final Path work;
    private final String version;
    private final Path copies;
    private int failed;

    private Applications(Path work, String version, Path copies) {
        this.work = work;
        this.version = version;
        this.copies = copies;
    }

    public static void main(String[] args) throws Exception {
        Path copies = (args.length > 2) ? Path.of(args[2]) : null;
        Applications applications = new Applications(Path.of(args[0]).toAbsolutePath(), args[1], copies);
        System.out.println("| application | Spring Boot | Java | its tests, passed of all | with the four starters | what differs |");
        System.out.println("|---|---|--:|--:|--:|---|");
        for (Application application : APPLICATIONS) {
            applications.compare(application);
        }
        System.exit(applications.failed == 0 ? 0 : 1);
    }

    private void compare(Application application) throws Exception {
        Map<String, Boolean> without = tests(application, "without");
        Map<String, Boolean> with = tests(application, "with");
        List<String> differences = new ArrayList<>();
        Map<String, Boolean> all = new TreeMap<>(without);
        all.putAll(with);
        for (String test : all.keySet()) {
            if (!String.valueOf(without.get(test)).equals(String.valueOf(with.get(test)))) {
                differences.add(test + " " + without.get(test) + " -> " + with.get(test));
            }
        }
        if (without.isEmpty() || !differences.isEmpty()) {
            failed++;
        }
        System.out.printf(
                "| [%s](https://github.com/%s/tree/%s) | %s | %s | %s | %s | %s |%n",
                application.name(), application.repository(), application.commit(), application.boot(),
                Runtime.version().feature(), passed(without), passed(with),
                without.isEmpty() ? "no test ran" : differences.isEmpty() ? "nothing" : String.join("; ", differences));
    }

    private static String passed(Map<String, Boolean> tests) {
        return tests.values().stream().filter(passed -> passed).count() + " of " + tests.size();
    }

    private Path sources(Application application, String kind) throws Exception {
        Path target = work.resolve(kind + "-" + application.name());
        Files.createDirectories(target);
        if (copies != null) {
            run(work, "cp", "-r", copies.resolve(application.name()) + "/.", target.toString());
        } else {
            run(target, "git", "init", "-q");
            run(target, "git", "fetch", "-q", "--depth", "1",
                    "https://github.com/" + application.repository(), application.commit());
            run(target, "git", "checkout", "-q", "FETCH_HEAD");
        }
        return target;
    }

    /** Each test, and whether it passed. */
    private Map<String, Boolean> tests(Application application, String kind) throws Exception {
        Path pom = sources(application, kind).resolve(application.pom()).resolve("pom.xml");
        String text = Files.readString(pom)
                .replaceFirst(
                        "(<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>)[^<]*", "$1" + application.boot());
        if (kind.equals("with")) {
            text = withStarters(text);
        }
        Files.writeString(pom, text);
        run(pom.getParent(), "mvn", "-q", "-B", "test",
                "-Dmaven.repo.local=" + work.resolve("repository"), "-Dmaven.test.failure.ignore=true",
                "-Dcheckstyle.skip", "-Dspring-javaformat.skip", "-Djacoco.skip", "-Dspotless.check.skip", "-Denforcer.skip");
        Map<String, Boolean> tests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(pom.getParent())) {
            for (Path report : files.filter(file -> file.toString().matches(".*/surefire-reports/TEST-[^/]*\\.xml")).toList()) {
                read(Files.readString(report), tests);
            }
        }
        return tests;
    }

    private static void read(String report, Map<String, Boolean> tests) {
        Matcher cases = CASE.matcher(report);
        while (cases.find()) {
            int end = cases.group(3).isEmpty() ? report.indexOf("</testcase>", cases.end()) : cases.end();
            String body = report.substring(cases.end(), end);
            if (!body.contains("<skipped")) {
                boolean passed = !body.contains("<failure") && !body.contains("<error");
                tests.merge(cases.group(2) + "." + cases.group(1), passed, Boolean::logicalAnd);
            }
        }
    }

    /** At the end of the project's own dependencies, which are those behind its management and outside of profiles and plugins. */
    private String withStarters(String pom) throws IOException {
        String open = pom.replaceAll("(?s)<(dependencyManagement|build|profiles)>.*?</\\1>", "");
        String own = open.substring(open.indexOf("<dependencies>"), open.indexOf("</dependencies>"));
        StringBuilder more = new StringBuilder(own);
        for (String starter : STARTERS) {
            more.append("<dependency><groupId>dev.tuned</groupId><artifactId>tuned-")
                    .append(starter)
                    .append("-spring-boot-starter</artifactId><version>")
                    .append(version)
                    .append("</version></dependency>");
        }
        if (!pom.contains(own)) {
            throw new IOException("The dependencies of the project are not in one piece");
        }
        return pom.replace(own, more);
    }

    private void run(Path directory, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Path log = work.resolve("log.txt");
        Process process = builder.redirectOutput(log.toFile()).start();
        if (!process.waitFor(15, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        if (process.waitFor() != 0) {
            List<String> lines = Files.readAllLines(log);
            System.err.println(String.join(" ", command) + " ended with " + process.exitValue() + ":\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size())));
        }
    }
}
