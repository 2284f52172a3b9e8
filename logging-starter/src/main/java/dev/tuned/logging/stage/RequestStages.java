/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** The stages of one request, by whatever thread they run. Holds the first {@value #MOST} of them; others are added up. */
final class RequestStages {

    /** That of the request which a thread serves. */
    static final ThreadLocal<@Nullable RequestStages> CURRENT = new ThreadLocal<>();

    static final int MOST = 16;

    private final @Nullable String[] names = new @Nullable String[MOST + 1];
    private final int[] counts = new int[MOST + 1];
    private final long[] nanos = new long[MOST + 1];
    private int size;

    synchronized void add(String name, long time) {
        int place = 0;
        while (place < size && !name.equals(names[place])) {
            place++;
        }
        if (place == size && size <= MOST) {
            names[size++] = place < MOST ? name : Stages.OTHER;
        }
        place = Math.min(place, MOST);
        counts[place]++;
        nanos[place] += time;
    }

    /**
     * Makes these the stages of the thread's request.
     *
     * @return those before, to restore them
     */
    @Nullable
    RequestStages enter() {
        RequestStages outer = CURRENT.get();
        CURRENT.set(this);
        return outer;
    }

    static void restore(@Nullable RequestStages outer) {
        if (outer != null) {
            CURRENT.set(outer);
        } else {
            CURRENT.remove();
        }
    }

    /** Each stage with how often it ran and the milliseconds of all its runs. */
    synchronized String describe() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(OneLine.of(String.valueOf(names[i]), Stages.MAX_NAME_LENGTH))
                    .append(String.format(Locale.ROOT, " %dx %.1f ms", counts[i], nanos[i] / 1e6));
        }
        return size == 0 ? "no stages" : text.toString();
    }
}
