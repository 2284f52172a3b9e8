/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.util.List;

/**
 * How the tests start JVMs whose speed is not what they look at: a start with these flags takes half the processor
 * time.
 */
public final class CheapJvm {

    /** The flags. */
    public static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** The same as an option of a command has them. */
    public static final String OPTION = String.join(" ", FLAGS);

    /** The environment variable of which each {@code java} takes options, also one that a program starts. */
    public static final String VARIABLE = "JDK_JAVA_OPTIONS";

    private CheapJvm() {}
}
