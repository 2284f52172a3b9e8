/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.util.List;

/**
 * Finds the frame by which the application's developers know a place: the first of the application's own packages; without
 * one, the first that is neither of Java nor of the usual frameworks; without that, the first that is not of Java.
 */
final class PlaceFinder {

    private static final List<String> JAVA = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** What calls the application, or is called by libraries of its choice. */
    private static final List<String> FRAMEWORKS = List.of(
            "org.springframework.",
            "org.apache.",
            "jakarta.",
            "io.micrometer.",
            "io.netty.",
            "reactor.",
            "org.eclipse.jetty.",
            "org.hibernate.",
            "com.fasterxml.jackson.",
            "tools.jackson.",
            "ch.qos.logback.",
            "org.slf4j.",
            "kotlin.",
            "kotlinx.",
            "dev.tuned.threads.");

    private final List<String> own;

    private final int maxFrames;

    /** @param basePackages the application's packages */
    PlaceFinder(List<String> basePackages, int maxFrames) {
        this.own = basePackages.stream().map(name -> name + ".").toList();
        this.maxFrames = maxFrames;
    }

    Place find(List<Frame> stack) {
        int firstNotJava = -1;
        int firstNotFramework = -1;
        for (int i = 0; i < stack.size(); i++) {
            Frame frame = stack.get(i);
            if (frame.isIn(JAVA)) {
                continue;
            }
            firstNotJava = (firstNotJava < 0) ? i : firstNotJava;
            if (frame.isIn(this.own)) {
                return place(stack, i, firstNotJava);
            }
            if (firstNotFramework < 0 && !frame.isIn(FRAMEWORKS)) {
                firstNotFramework = i;
            }
        }
        int name = (firstNotFramework >= 0) ? firstNotFramework : firstNotJava;
        return place(stack, Math.max(name, 0), Math.max(firstNotJava, 0));
    }

    /** Begins with the last of Java's frames, which blocked; those above it say only how a virtual thread waits. */
    private Place place(List<Frame> stack, int name, int firstNotJava) {
        if (stack.isEmpty()) {
            return new Place("an unknown place", List.of());
        }
        List<String> frames = stack.stream()
                .skip(Math.max(firstNotJava - 1, 0))
                .limit(this.maxFrames)
                .map(Frame::toString)
                .toList();
        return new Place(stack.get(name).toString(), frames);
    }
}
