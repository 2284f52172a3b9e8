/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Places where threads were pinned, the {@value #MAX_PLACES} that were last seen; of the others only how often. Bounded,
 * because places are found, not declared: proxies and hidden classes have ever new names. Thread-safe.
 */
final class PinnedPlaces {

    static final int MAX_PLACES = 64;

    private final Map<Key, PinnedPlace> places = new LinkedHashMap<>(16, 0.75f, true);

    private long forgotten;

    /** Counts it in; returns what is known of its place now. */
    synchronized PinnedPlace add(Pin pin) {
        Key key = new Key(pin.place().name(), pin.reason());
        PinnedPlace place = PinnedPlace.of(pin, this.places.get(key));
        this.places.put(key, place);
        if (this.places.size() > MAX_PLACES) {
            Iterator<PinnedPlace> eldest = this.places.values().iterator();
            this.forgotten += eldest.next().count();
            eldest.remove();
        }
        return place;
    }

    /** The places with most pinned threads, most first. */
    synchronized List<PinnedPlace> top(int number) {
        return this.places.values().stream()
                .sorted(Comparator.comparingLong(PinnedPlace::count).reversed())
                .limit(number)
                .toList();
    }

    /** Pinned threads at places that are no longer kept. */
    synchronized long forgotten() {
        return this.forgotten;
    }

    private record Key(String place, PinnedReason reason) {}
}
