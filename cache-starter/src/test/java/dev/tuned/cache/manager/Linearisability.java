/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Decides whether what several threads saw of one key is what they could have seen one call after the other, in an order
 * that keeps what came after in time after. A search over such orders as Wing and Gong describe it ("Testing and
 * verifying concurrent objects", 1993), which remembers the states it has been in, as Lowe does.
 *
 * <p>The object is a cache of one level in front of a source: a load of an absent key keeps what the source has at that
 * moment. Three things are allowed that one at a time could not see. Reads may find the key absent while a load is under
 * way, which keeps its value later than it reads it, or a change. A load during which the key is changed may return what
 * the source has, which then is not kept. And a change may take effect twice while it is under way.
 */
public final class Linearisability {

    static final int ABSENT = 0;

    enum Kind {
        GET(false),
        LOAD(false),
        PUT(true),
        PUT_IF_ABSENT(true),
        EVICT(true),
        CLEAR(true),
        CHANGE_SOURCE(false);

        /** Whether it changes what is cached. */
        private final boolean writes;

        Kind(boolean writes) {
            this.writes = writes;
        }

        boolean removes() {
            return this == EVICT || this == CLEAR;
        }
    }

    /**
     * One call.
     *
     * @param argument what was written, if it was a write
     * @param result what came back, if it was a read
     * @param invoked reading of a clock that all threads share
     * @param returned the same
     */
    record Call(Kind kind, int argument, int result, long invoked, long returned) {

        boolean overlaps(Call other) {
            return invoked < other.returned && other.invoked < returned;
        }
    }

    /**
     * Where a search is.
     *
     * @param done the calls that took effect
     * @param twice those of them that did so again
     */
    private record State(long done, long twice, int source, int cached) {

        State next(int index, int newSource, int newCached) {
            return new State(done | (1L << index), twice, newSource, newCached);
        }

        State again(int index, int newCached) {
            return new State(done, twice | (1L << index), source, newCached);
        }
    }

    private final Set<State> visited = new HashSet<>();
    private final List<Call> calls;

    private Linearisability(List<Call> calls) {
        this.calls = calls;
    }

    /** Whether some order explains the results of at most 63 calls, beginning with a source and no cached value. */
    static boolean explains(int source, List<Call> calls) {
        return new Linearisability(calls).explains(new State(0, 0, source, ABSENT));
    }

    private boolean explains(State state) {
        if (state.done() == (1L << calls.size()) - 1) {
            return true;
        }
        if (!visited.add(state)) {
            return false;
        }
        long firstReturn = Long.MAX_VALUE;
        long lastInvoked = 0;
        for (int i = 0; i < calls.size(); i++) {
            if (contains(state.done(), i)) {
                lastInvoked = Math.max(lastInvoked, calls.get(i).invoked());
            } else {
                firstReturn = Math.min(firstReturn, calls.get(i).returned());
            }
        }
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            if (call.invoked() < firstReturn
                    && (contains(state.done(), i)
                            ? lastInvoked < call.returned() && explainsAgain(state, i)
                            : explainsNext(state, i))) {
                return true;
            }
        }
        return false;
    }

    private boolean explainsAgain(State state, int index) {
        Call call = calls.get(index);
        boolean changed = call.kind().writes && call.result() == ABSENT;
        int cached = call.kind().removes() ? ABSENT : call.argument();
        return changed && !contains(state.twice(), index) && explains(state.again(index, cached));
    }

    private boolean explainsNext(State state, int index) {
        Call call = calls.get(index);
        int source = (call.kind() == Kind.CHANGE_SOURCE) ? call.argument() : state.source();
        OptionalInt cached = cachedAfter(state, call);
        return (cached.isPresent() && explains(state.next(index, source, cached.getAsInt())))
                || (returnsUnkept(state, call) && explains(state.next(index, source, state.cached())));
    }

    private boolean returnsUnkept(State state, Call call) {
        return call.kind() == Kind.LOAD
                && call.result() == state.source()
                && (duringAChange(call) || joinsALoadDuringAChange(call));
    }

    private boolean duringAChange(Call call) {
        return calls.stream().anyMatch(other -> other.kind().writes && other.overlaps(call));
    }

    private boolean joinsALoadDuringAChange(Call call) {
        return calls.stream()
                .anyMatch(other -> other.kind() == Kind.LOAD && other.overlaps(call) && duringAChange(other));
    }

    private OptionalInt cachedAfter(State state, Call call) {
        int cached = state.cached();
        boolean mayBeAbsent = cached == ABSENT || maySeeNothing(call);
        return switch (call.kind()) {
            case GET -> only(call.result() == cached || (call.result() == ABSENT && mayBeAbsent), cached);
            case LOAD -> {
                int value = (cached != ABSENT) ? cached : state.source();
                yield only(call.result() == value, value);
            }
            case PUT -> OptionalInt.of(call.argument());
            case PUT_IF_ABSENT ->
                (call.result() == ABSENT) ? only(mayBeAbsent, call.argument()) : only(call.result() == cached, cached);
            case EVICT, CLEAR -> OptionalInt.of(ABSENT);
            case CHANGE_SOURCE -> OptionalInt.of(cached);
        };
    }

    private boolean maySeeNothing(Call call) {
        return calls.stream()
                .anyMatch(other -> (other.kind() == Kind.LOAD || other.kind().writes) && other.overlaps(call));
    }

    private static OptionalInt only(boolean possible, int cached) {
        return possible ? OptionalInt.of(cached) : OptionalInt.empty();
    }

    private static boolean contains(long set, int index) {
        return (set & (1L << index)) != 0;
    }
}
