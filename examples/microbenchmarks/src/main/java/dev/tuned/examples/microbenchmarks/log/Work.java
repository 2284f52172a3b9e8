/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

/**
 * What one round does.
 *
 * @param callers how many threads log
 * @param virtual whether they are virtual
 * @param inFull whether a line has the long argument
 * @param events how many lines all of them log together
 * @param perSecond how many of them in a second, 0 for as many as they can
 * @param timed whether each call is timed
 */
record Work(int callers, boolean virtual, boolean inFull, long events, long perSecond, boolean timed) {

    static Work of(int callers, long events) {
        return new Work(callers, false, false, events, 0, false);
    }

    Work events(long count) {
        return new Work(callers, virtual, inFull, Math.max(1, count / callers) * callers, perSecond, timed);
    }

    Work onVirtualThreads() {
        return new Work(callers, true, inFull, events, perSecond, timed);
    }

    Work inFullLength() {
        return new Work(callers, virtual, true, events, perSecond, timed);
    }

    Work paced(long rate) {
        return new Work(callers, virtual, inFull, events, rate, timed);
    }

    Work withTimes() {
        return new Work(callers, virtual, inFull, events, perSecond, true);
    }

    String format() {
        return callers + " " + virtual + " " + inFull + " " + events + " " + perSecond + " " + timed;
    }

    static Work parse(String text) {
        String[] parts = text.split(" ");
        return new Work(
                Integer.parseInt(parts[0]),
                Boolean.parseBoolean(parts[1]),
                Boolean.parseBoolean(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]),
                Boolean.parseBoolean(parts[5]));
    }
}
