/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.stream.Stream;

/** What the JVMs of a scenario's variants are started with: the same for each of them. */
public enum Jvm {
    /**
     * A heap that is fixed so that no variant's collector gets more room than another's. A quick run keeps to the C1
     * compiler: with C2 a process needs minutes until its costs stop falling, and two identical ones measured before that
     * were seen to differ by 25 %.
     */
    COMMON("512m", false),

    /**
     * The same heap and both compilers in a quick run of few scenarios, too, for what serves thousands of requests per second or
     * leaves the work to the kernel: with C1 alone the path through Tomcat and Spring, which every variant has to go, hides a
     * good part of what they differ in.
     */
    BOTH_COMPILERS("512m", true),

    /**
     * For large bodies: a heap that two of 64 MB do not fit in, and both compilers in a quick run, too. A request is a few
     * loops over half a megabyte or more then, which C2 is through with in seconds; and only C2 has the instructions that
     * processors bring for SHA-256, without which the digest that the service answers costs ten times as much and hides
     * what all else does.
     */
    LARGE_BODIES("128m", true);

    private final String heap;
    private final boolean quickWithC2;

    Jvm(String heap, boolean quickWithC2) {
        this.heap = heap;
        this.quickWithC2 = quickWithC2;
    }

    /** Whether C2 is at work in a quick run, and needs its time. */
    public boolean quickWithC2() {
        return quickWithC2;
    }

    /** The flags in a full or a quick run. */
    public List<String> flags(boolean full) {
        List<String> size = List.of("-Xms" + heap, "-Xmx" + heap);
        return full || quickWithC2
                ? size
                : Stream.concat(size.stream(), Stream.of("-XX:TieredStopAtLevel=1"))
                        .toList();
    }
}
