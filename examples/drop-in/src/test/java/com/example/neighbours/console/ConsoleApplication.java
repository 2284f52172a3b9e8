/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.console;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

/** A console that a platform has replaced before the start, as AWS Lambda's does, that a test captures, and that a tee reads. */
@SpringBootApplication
public class ConsoleApplication {

    private static final int LINES = 300;

    public static void main(String[] args) throws Exception {
        Path file = Path.of("platform.out");
        PrintStream platform = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
        System.setOut(platform);
        ConfigurableApplicationContext context = SpringApplication.run(ConsoleApplication.class, args);
        Logger log = LoggerFactory.getLogger("com.example.console");
        printAndLog(log);

        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new Captured(captured, platform));
        log.info("captured");
        Notes.add("captured", "right after the call", captured.toString(StandardCharsets.UTF_8));
        printAndLog(log);
        Notes.add("captured", "text", captured.toString(StandardCharsets.UTF_8));
        System.setOut(platform);

        ConfigurableApplicationContext child = new SpringApplicationBuilder(Child.class)
                .parent(context)
                .properties("spring.main.banner-mode=off")
                .run();
        log.info("with a child");
        child.close();
        log.info("after the child");
        context.close();
        log.info("after the last one");
        System.out.println("printed at the end");
        List<String> lines = Files.readAllLines(file);
        Notes.add("platform", "logged", lines(lines, line -> line.contains("com.example.console")));
        Notes.add("platform", "printed", lines(lines, line -> line.startsWith("printed")));
    }

    private static String lines(List<String> lines, Predicate<String> which) {
        return String.join("\n", lines.stream().filter(which).toList());
    }

    private static void printAndLog(Logger log) {
        for (int i = 0; i < LINES; i++) {
            log.info("logged {}", i);
            System.out.println("printed " + i);
        }
    }

    /** As Spring Boot's {@code OutputCapture} and most tees: a subclass that keeps what it passes on. */
    private static final class Captured extends PrintStream {

        Captured(OutputStream copy, PrintStream behind) {
            super(
                    new OutputStream() {
                        @Override
                        public void write(int one) {
                            write(new byte[] {(byte) one}, 0, 1);
                        }

                        @Override
                        public void write(byte[] bytes, int offset, int length) {
                            behind.write(bytes, offset, length);
                            ((ByteArrayOutputStream) copy).write(bytes, offset, length);
                        }
                    },
                    true,
                    StandardCharsets.UTF_8);
        }
    }

    /** Of a context without auto-configuration. */
    static class Child {}
}
