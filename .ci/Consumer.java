/* SPDX-License-Identifier: Apache-2.0 */

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Uses the starters as a stranger does: a fresh application outside the repository, each starter alone and all four through the
 * BOM, on Java 17 and the newest, ahead of time too, and with Gradle where it is on the machine.
 * {@code java .ci/Consumer.java <directory with a local repository> <version of tuned>}
 */
final class Consumer {

    private static final List<String> STARTERS = List.of("upload", "logging", "cache", "threads");
    private static final String CHECK = "tuned-property-check";
    private static final String BOOT = System.getProperty("boot", "4.0.7");
    private static final String BOOT_3 = "3.5.7";
    private static final Duration START = Duration.ofSeconds(90);

    private final Path work;
    private final Path repository;
    private final String version;
    private final Map<String, Path> javas = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    private Consumer(Path work, String version) {
        this.work = work;
        this.repository = work.resolve("repository");
        this.version = version;
    }

    public static void main(String[] arguments) throws Exception {
        Consumer consumer = new Consumer(Path.of(arguments[0]).toAbsolutePath(), arguments[1]);
        consumer.findJavas();
        consumer.removeParent();
        consumer.checkBom();
        consumer.checkJar(CHECK, "dev.tuned.check", "spring-boot-autoconfigure");
        for (String starter : STARTERS) {
            consumer.checkStarter(starter);
            consumer.checkMetadata(starter);
        }
        for (String starter : STARTERS) {
            consumer.use(starter, List.of(starter));
        }
        consumer.use("all", STARTERS);
        consumer.isLeftAloneBySpringBoot3();
        consumer.useWithGradle();
        consumer.failures.forEach(failure -> System.out.println("FAILED " + failure));
        System.out.println(consumer.failures.isEmpty() ? "all is well" : consumer.failures.size() + " failed");
        System.exit(consumer.failures.isEmpty() ? 0 : 1);
    }

    /** The oldest and the newest from 17 on. */
    private void findJavas() throws IOException {
        Map<Integer, Path> found = new java.util.TreeMap<>();
        found.put(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
        List<Path> homes = new ArrayList<>();
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("JAVA_HOME")) {
                homes.add(Path.of(value));
            }
        });
        if (Files.isDirectory(Path.of("/usr/lib/jvm"))) {
            try (Stream<Path> children = Files.list(Path.of("/usr/lib/jvm"))) {
                homes.addAll(children.toList());
            }
        }
        for (Path home : homes) {
            Path release = home.resolve("release");
            if (Files.isReadable(release) && Files.isExecutable(home.resolve("bin/java"))) {
                Matcher matcher = Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(Files.readString(release));
                if (matcher.find() && Integer.parseInt(matcher.group(1)) >= 17) {
                    found.putIfAbsent(Integer.parseInt(matcher.group(1)), home);
                }
            }
        }
        List<Integer> versions = List.copyOf(found.keySet());
        for (int feature : new LinkedHashSet<>(List.of(versions.get(0), versions.get(versions.size() - 1)))) {
            javas.put(String.valueOf(feature), found.get(feature));
        }
        System.out.println("Java " + String.join(" and ", javas.keySet()) + ", Spring Boot " + BOOT);
    }

    /** What is published stands without it: neither Maven nor Gradle may look for it. */
    private void removeParent() throws IOException {
        Path parent = repository.resolve("dev/tuned/tuned-parent");
        try (Stream<Path> files = Files.walk(parent)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private Path installed(String artifact, String extension) {
        return repository.resolve("dev/tuned/" + artifact + "/" + version + "/" + artifact + "-" + version + extension);
    }

    /** Licence, version, module, what it is made of; and a pom without what tests alone need. */
    private void checkJar(String artifact, String module, String dependency) throws IOException {
        try (JarFile jar = new JarFile(installed(artifact, ".jar").toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            expect(artifact, "Implementation-Version", version, String.valueOf(manifest.getValue("Implementation-Version")));
            expect(artifact, "Automatic-Module-Name", module, String.valueOf(manifest.getValue("Automatic-Module-Name")));
            expect(artifact, "LICENSE", true, text(jar, "META-INF/LICENSE").contains("Apache License"));
            String sbom = text(jar, "META-INF/sbom/" + artifact + ".cdx.json");
            expect(artifact, "SBOM with Spring Boot", true, sbom.contains("CycloneDX") && sbom.contains("\"" + dependency + "\""));
            expect(artifact, "SBOM with test libraries", false, sbom.contains("junit"));
        }
        String pom = Files.readString(installed(artifact, ".pom"));
        for (String element : List.of("<parent>", "<properties>", "<build>", "<scope>test<", "dependencyManagement", "${")) {
            expect(artifact, "pom with " + element, false, pom.contains(element));
        }
    }

    private void checkStarter(String starter) throws IOException {
        String artifact = "tuned-" + starter + "-spring-boot-starter";
        checkJar(artifact, "dev.tuned." + starter, "spring-boot-starter");
        expect(artifact, "pom with the check", true, Files.readString(installed(artifact, ".pom")).contains("<artifactId>" + CHECK + "</artifactId>"));
    }

    private void checkBom() throws IOException {
        String bom = Files.readString(installed("tuned-bom", ".pom"));
        expect("tuned-bom", "managed versions", STARTERS.size() + 1, bom.split("<dependency>", -1).length - 1);
        expect("tuned-bom", "a parent", false, bom.contains("<parent>"));
    }

    private static String text(JarFile jar, String entry) throws IOException {
        if (jar.getEntry(entry) == null) {
            return "";
        }
        try (InputStream in = jar.getInputStream(jar.getEntry(entry))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What an IDE shows of a property: a type and a description for each, taken from the installed jar. */
    private void checkMetadata(String starter) throws IOException {
        String artifact = "tuned-" + starter + "-spring-boot-starter";
        try (JarFile jar = new JarFile(installed(artifact, ".jar").toFile())) {
            String json = text(jar, "META-INF/spring-configuration-metadata.json");
            String properties = json.substring(json.indexOf("\"properties\""), json.indexOf("\"hints\""));
            int count = 0;
            for (String property : properties.split("\\},\\s*\\{")) {
                count++;
                for (String key : List.of("name", "type", "description")) {
                    if (!property.contains("\"" + key + "\"")) {
                        failures.add(starter + " metadata: no " + key + " in " + property.strip());
                    }
                }
            }
            System.out.println(starter + ": " + count + " properties with type and description");
        }
    }

    private void use(String name, List<String> starters) throws Exception {
        Path project = work.resolve("demo-" + name);
        writeProject(project, starters, BOOT, "spring-boot-starter-webmvc");
        if (run(project, "mvn", "-q", "-B", "package", "-DskipTests", "-Dmaven.repo.local=" + repository) != 0) {
            failures.add(name + ": mvn package, see above");
            return;
        }
        for (Map.Entry<String, Path> java : javas.entrySet()) {
            launch(name + " on Java " + java.getKey(), java, project, starters, List.of("-jar", "target/demo.jar"));
        }
        if (name.equals("all")) {
            for (Map.Entry<String, Path> java : javas.entrySet()) {
                launch(
                        name + " ahead of time on Java " + java.getKey(),
                        java,
                        project,
                        starters,
                        List.of("-Dspring.aot.enabled=true", "-jar", "target/demo.jar"));
            }
        }
    }

    private void launch(String name, Map.Entry<String, Path> java, Path project, List<String> starters, List<String> how)
            throws Exception {
        int before = failures.size();
        Path output = Files.createTempFile(project, "output", ".txt");
        Files.deleteIfExists(project.resolve("demo.log"));
        List<String> command = new ArrayList<>(List.of(
                java.getValue().resolve("bin/java").toString(), "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(how);
        command.addAll(List.of("--server.port=0", "--logging.file.name=demo.log"));
        Process process = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            Optional<Integer> port = awaitPort(process, output);
            if (port.isEmpty()) {
                failures.add(name + ": did not start:\n" + Files.readString(output));
                return;
            }
            checkStartLines(name, awaitStartLines(output, speaking(starters)), starters);
            request(name, port.get(), starters);
            process.destroy();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                failures.add(name + ": still there 30 s after SIGTERM");
            } else if (process.exitValue() != 143) {
                failures.add(name + ": exit code " + process.exitValue() + " instead of 143");
            }
            long logged = Files.readAllLines(project.resolve("demo.log")).stream()
                    .filter(line -> line.contains("line of a stranger"))
                    .count();
            expect(name, "lines in the log file after SIGTERM", 100L, logged);
        } finally {
            process.destroyForcibly();
        }
        System.out.println(name + ": " + (failures.size() == before ? "ok" : "FAILED"));
        if (failures.size() != before) {
            System.out.println(Files.readString(output));
        }
    }

    /** Whoever adds the starters to an application of Spring Boot 3 gets a sentence from each, and the application as it was. */
    private void isLeftAloneBySpringBoot3() throws Exception {
        String name = "Spring Boot " + BOOT_3;
        Path project = work.resolve("demo-boot-3");
        writeProject(project, STARTERS, BOOT_3, "spring-boot-starter-web");
        if (run(project, "mvn", "-q", "-B", "package", "-DskipTests", "-Dmaven.repo.local=" + repository) != 0) {
            failures.add(name + ": mvn package, see above");
            return;
        }
        Path output = project.resolve("output.txt");
        Map.Entry<String, Path> java = javas.entrySet().iterator().next();
        Process process = new ProcessBuilder(
                        java.getValue().resolve("bin/java").toString(), "-jar", "target/demo.jar", "--server.port=0")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            Optional<Integer> port = awaitPort(process, output);
            if (port.isEmpty()) {
                failures.add(name + ": did not start:\n" + Files.readString(output));
                return;
            }
            String text = awaitStartLines(output, STARTERS);
            for (String starter : STARTERS) {
                expect(name, starter, 2, text.split("tuned " + starter + ": nothing is changed, because", -1).length);
                expect(name, starter, 2, text.split("tuned " + starter + ": ", -1).length);
            }
            expect(name, "GET /hello", "200 hello", get(port.get(), "/hello"));
            System.out.println(name + ": left alone");
        } finally {
            process.destroy();
        }
    }

    private static Optional<Integer> awaitPort(Process process, Path output) throws Exception {
        Pattern started = Pattern.compile("Tomcat started on port (\\d+)[\\s\\S]*Started ");
        Instant end = Instant.now().plus(START);
        while (Instant.now().isBefore(end) && process.isAlive()) {
            Matcher matcher = started.matcher(Files.readString(output));
            if (matcher.find()) {
                return Optional.of(Integer.valueOf(matcher.group(1)));
            }
            Thread.sleep(100);
        }
        return Optional.empty();
    }

    /** They come after the line that the application has started. */
    private static String awaitStartLines(Path output, Collection<String> starters) throws Exception {
        Instant end = Instant.now().plus(START);
        String text = Files.readString(output);
        while (!starters.stream().map(starter -> "tuned " + starter + ": ").allMatch(text::contains)
                && Instant.now().isBefore(end)) {
            Thread.sleep(100);
            text = Files.readString(output);
        }
        return text;
    }

    /** That of the cache has nothing to say where there is no Redis. */
    private static Set<String> speaking(List<String> starters) {
        Set<String> speaking = new LinkedHashSet<>(starters);
        speaking.remove("cache");
        return speaking;
    }

    private void checkStartLines(String name, String output, List<String> starters) {
        Set<String> lines = new LinkedHashSet<>();
        Matcher matcher = Pattern.compile("tuned (upload|logging|cache|threads): (.*)").matcher(output);
        while (matcher.find()) {
            lines.add(matcher.group(1));
            if (matcher.group(1).equals("threads")) {
                String web = "web as Spring Boot";
                expect(name, "start-up line with " + web, true, matcher.group(2).contains(web));
            }
        }
        expect(name, "start-up lines", speaking(starters), lines);
        expect(name, "WARN or ERROR in the output", false, output.contains(" WARN ") || output.contains(" ERROR "));
    }

    private void request(String name, int port, List<String> starters) throws Exception {
        expect(name, "GET /hello", "200 hello", get(port, "/hello"));
        String boundary = "XxX";
        String body = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\n"
                + "x".repeat(500_000) + "\r\n--" + boundary + "--\r\n";
        HttpResponse<String> upload = client.send(
                HttpRequest.newBuilder(uri(port, "/upload"))
                        .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        expect(name, "POST /upload", "200 500000", upload.statusCode() + " " + upload.body());
        expect(name, "GET /products/1", "200 1 read 1", get(port, "/products/1"));
        expect(name, "GET /products/1, cached", "200 1 read 1", get(port, "/products/1"));
        expect(name, "GET /log", "200 logged", get(port, "/log"));
        expect(name, "GET /big.txt", "200 " + "y".repeat(100_000), get(port, "/big.txt"));
        expect(name, "GET /actuator/health", true, get(port, "/actuator/health").startsWith("200 {"));
        String meters = get(port, "/actuator/metrics");
        for (String starter : STARTERS) {
            // Those of the cache are there where a cache is near.
            if (!starter.equals("cache")) {
                expect(name, "meters tuned." + starter, starters.contains(starter), meters.contains("tuned." + starter));
            }
        }
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private String get(int port, String path) throws Exception {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(uri(port, path)).build(), HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private void expect(String name, String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            String text = String.valueOf(actual);
            failures.add(name + ": " + what + ": expected " + expected + ", was "
                    + text.substring(0, Math.min(text.length(), 500)));
        }
    }

    private int run(Path directory, String... command) throws Exception {
        return new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start().waitFor();
    }

    // The application

    private void writeProject(Path project, List<String> starters, String boot, String web) throws IOException {
        StringBuilder dependencies = new StringBuilder();
        for (String starter : starters) {
            dependencies.append("""
                        <dependency>
                            <groupId>dev.tuned</groupId>
                            <artifactId>tuned-%s-spring-boot-starter</artifactId>
                        </dependency>
                    """.formatted(starter));
        }
        write(project.resolve("pom.xml"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                    <modelVersion>4.0.0</modelVersion>
                    <parent>
                        <groupId>org.springframework.boot</groupId>
                        <artifactId>spring-boot-starter-parent</artifactId>
                        <version>%s</version>
                        <relativePath/>
                    </parent>
                    <groupId>com.example</groupId>
                    <artifactId>demo</artifactId>
                    <version>0.0.1-SNAPSHOT</version>
                    <properties>
                        <java.version>17</java.version>
                    </properties>
                    <dependencyManagement>
                        <dependencies>
                            <dependency>
                                <groupId>dev.tuned</groupId>
                                <artifactId>tuned-bom</artifactId>
                                <version>%s</version>
                                <type>pom</type>
                                <scope>import</scope>
                            </dependency>
                        </dependencies>
                    </dependencyManagement>
                    <dependencies>
                        <dependency>
                            <groupId>org.springframework.boot</groupId>
                            <artifactId>%s</artifactId>
                        </dependency>
                        <dependency>
                            <groupId>org.springframework.boot</groupId>
                            <artifactId>spring-boot-starter-actuator</artifactId>
                        </dependency>
                        <dependency>
                            <groupId>org.springframework.boot</groupId>
                            <artifactId>spring-boot-starter-cache</artifactId>
                        </dependency>
                %s    </dependencies>
                    <build>
                        <finalName>demo</finalName>
                        <plugins>
                            <plugin>
                                <groupId>org.springframework.boot</groupId>
                                <artifactId>spring-boot-maven-plugin</artifactId>
                                <executions>
                                    <execution>
                                        <id>process-aot</id>
                                        <goals>
                                            <goal>process-aot</goal>
                                        </goals>
                                    </execution>
                                </executions>
                            </plugin>
                        </plugins>
                    </build>
                </project>
                """.formatted(boot, version, web, dependencies));
        write(project.resolve("src/main/resources/application.properties"), """
                spring.application.name=demo
                management.endpoints.web.exposure.include=health,metrics
                """);
        write(project.resolve("src/main/resources/static/big.txt"), "y".repeat(100_000));
        write(project.resolve("src/main/java/com/example/demo/DemoApplication.java"), """
                package com.example.demo;

                import java.io.IOException;
                import java.util.concurrent.atomic.AtomicInteger;

                import org.slf4j.Logger;
                import org.slf4j.LoggerFactory;
                import org.springframework.boot.SpringApplication;
                import org.springframework.boot.autoconfigure.SpringBootApplication;
                import org.springframework.cache.annotation.Cacheable;
                import org.springframework.cache.annotation.EnableCaching;
                import org.springframework.stereotype.Service;
                import org.springframework.web.bind.annotation.GetMapping;
                import org.springframework.web.bind.annotation.PathVariable;
                import org.springframework.web.bind.annotation.PostMapping;
                import org.springframework.web.bind.annotation.RequestParam;
                import org.springframework.web.bind.annotation.RestController;
                import org.springframework.web.multipart.MultipartFile;

                @SpringBootApplication
                @EnableCaching
                public class DemoApplication {

                    public static void main(String[] args) {
                        SpringApplication.run(DemoApplication.class, args);
                    }

                    @RestController
                    static class Web {

                        private static final Logger logger = LoggerFactory.getLogger(Web.class);

                        private final Products products;

                        Web(Products products) {
                            this.products = products;
                        }

                        @GetMapping("/hello")
                        String hello() {
                            return "hello";
                        }

                        @PostMapping("/upload")
                        String upload(@RequestParam("file") MultipartFile file) throws IOException {
                            return String.valueOf(file.getBytes().length);
                        }

                        @GetMapping("/products/{id}")
                        String product(@PathVariable String id) {
                            return products.find(id);
                        }

                        @GetMapping("/log")
                        String log() {
                            for (int i = 0; i < 100; i++) {
                                logger.info("line of a stranger {}", i);
                            }
                            return "logged";
                        }
                    }

                    @Service
                    static class Products {

                        private final AtomicInteger reads = new AtomicInteger();

                        @Cacheable("products")
                        public String find(String id) {
                            return id + " read " + reads.incrementAndGet();
                        }
                    }
                }
                """);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Resolves, compiles and runs the application with all four; from Gradle 5 on through the BOM. */
    private void useWithGradle() throws Exception {
        Optional<Integer> gradle = gradleVersion();
        if (gradle.isEmpty()) {
            System.out.println("Gradle: not on this machine, not verified");
            return;
        }
        Path project = work.resolve("demo-gradle");
        writeProject(project, STARTERS, BOOT, "spring-boot-starter-webmvc");
        Files.delete(project.resolve("pom.xml"));
        boolean platforms = gradle.get() >= 5;
        StringBuilder dependencies = new StringBuilder();
        String configuration = platforms ? "implementation" : "compile";
        if (platforms) {
            dependencies.append("    implementation platform('dev.tuned:tuned-bom:" + version + "')\n");
            dependencies.append("    implementation platform('org.springframework.boot:spring-boot-dependencies:" + BOOT + "')\n");
        }
        for (String starter : List.of("webmvc", "actuator", "cache")) {
            dependencies.append("    " + configuration + " 'org.springframework.boot:spring-boot-starter-" + starter
                    + (platforms ? "" : ":" + BOOT) + "'\n");
        }
        for (String starter : STARTERS) {
            dependencies.append("    " + configuration + " 'dev.tuned:tuned-" + starter + "-spring-boot-starter"
                    + (platforms ? "" : ":" + version) + "'\n");
        }
        write(project.resolve("settings.gradle"), "rootProject.name = 'demo'\n");
        write(project.resolve("build.gradle"), """
                apply plugin: 'java'
                repositories { maven { url '%s' } }
                dependencies {
                %s}
                tasks.withType(JavaCompile) { options.compilerArgs << '-parameters' }
                task classPath { doLast { file('classpath').text = sourceSets.main.runtimeClasspath.asPath } }
                """.formatted(repository.toUri(), dependencies));
        if (run(project, "gradle", "-q", "--offline", "-g", work.resolve("gradle").toString(), "classes", "classPath") != 0) {
            failures.add("Gradle " + gradle.get() + ": see above");
            return;
        }
        Map.Entry<String, Path> newest = List.copyOf(javas.entrySet()).get(javas.size() - 1);
        launch(
                "all with Gradle " + gradle.get() + " on Java " + newest.getKey(),
                newest,
                project,
                STARTERS,
                List.of("-cp", Files.readString(project.resolve("classpath")), "com.example.demo.DemoApplication"));
    }

    private Optional<Integer> gradleVersion() throws Exception {
        try {
            Process process = new ProcessBuilder("gradle", "--version").redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher matcher = Pattern.compile("(?m)^Gradle (\\d+)").matcher(output);
            return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
        } catch (IOException ex) {
            return Optional.empty();
        }
    }
}
