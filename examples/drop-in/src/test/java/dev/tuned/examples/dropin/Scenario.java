/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * One application and what is done to it. A class with a constructor without parameters in a part's package is found by
 * itself; its name is that of its cases' second element. Whatever it records is compared with and without the starters,
 * besides what is seen of every application: beans, meters, threads, log, files, exit.
 */
public interface Scenario {

    Application application();

    /** Uses the application while it runs, in the suite's JVM. One that ends by itself needs nothing done here. */
    default void exercise(RunningApplication application, Recording recording) throws Exception {
        if (!application.isWeb()) {
            application.awaitEnd();
        }
    }

    /** What the second application has besides: the starter of the part, or all. */
    default Set<Starter> starters() {
        String part = getClass().getPackageName().replaceAll(".*\\.", "");
        return part.equals("together")
                ? EnumSet.allOf(Starter.class)
                : EnumSet.of(Starter.valueOf(part.toUpperCase(Locale.ROOT)));
    }

    /** The application again, with the starters. */
    default Application tuned() {
        return application().with(starters());
    }

    /** Whether it belongs to the slice of {@code mvn verify}: quick, and typical of what its part looks at. */
    default boolean inSlice() {
        return false;
    }

    /** Whether it runs on this version of Java. */
    default boolean runsOn(int java) {
        return true;
    }

    /** The program that it needs and this machine has not; empty if nothing is missing. Without it the scenario is skipped. */
    default String missing() {
        return "";
    }

    /** Whether stock does not get ready either, and ends with an error. */
    default boolean startFails() {
        return false;
    }

    /** Whether both applications may be used at the same time. Not where load decides what is seen. */
    default boolean sideBySide() {
        return true;
    }

    /** How long each of the two may take to start, and to end by itself. */
    default Duration patience() {
        return Duration.ofMinutes(3);
    }

    /** Text that both have, but never twice the same, in a form that can be compared. */
    default String normalize(String text) {
        return text;
    }
}
