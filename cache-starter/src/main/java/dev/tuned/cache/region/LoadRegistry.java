/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.region.Load.NotMadeException;
import dev.tuned.cache.remote.RemoteCache;

/** The keys of one region that are being read, from L2 or by a loader: one {@link Load} per key. Thread-safe. */
public final class LoadRegistry {

    private final Map<Object, Load> running = new ConcurrentHashMap<>();
    private final Waiters waiters;
    private final LocalCache local;
    private final Supplier<@Nullable RemoteCache> l2;

    LoadRegistry(Waiters waiters, LocalCache local, Supplier<@Nullable RemoteCache> l2) {
        this.waiters = waiters;
        this.local = local;
        this.l2 = l2;
    }

    /** Which thread waits for which load, for all regions of a manager. Thread-safe. */
    public static final class Waiters {

        private final Map<Thread, Load> loads = new ConcurrentHashMap<>();
    }

    /** The load of a key that runs. One that its thread has abandoned does not any more, and who waits for it is woken. */
    @Nullable
    Load running(Object key) {
        Load present = running.get(key);
        if (present != null && present.isAbandoned()) {
            running.remove(key, present);
            present.result().completeExceptionally(new NotMadeException());
            return null;
        }
        return present;
    }

    /** The load of a key that runs, else a new one that is not claimed yet. */
    Load join(Object key) {
        Load present = running(key);
        if (present != null) {
            return present;
        }
        Load created = new Load(local.versions().stamp(key), null);
        Load faster = running.putIfAbsent(key, created);
        return (faster != null) ? faster : created;
    }

    /** The load in place of one that takes long, the same for all who have waited for that, also when it has ended. */
    Load takeOver(Object key, Load late) {
        running.remove(key, late);
        return late.successor(() -> join(key));
    }

    /** Registers a load, unless there is one for the key: then that one is returned. */
    @Nullable
    Load register(Object key, Load load) {
        Load present = running(key);
        return (present != null) ? present : running.putIfAbsent(key, load);
    }

    /** The read of L2 that runs for a key, else a new one; {@code null} if there is no L2. */
    @Nullable
    L2Read read(Object key) {
        RemoteCache remote = readable();
        if (remote == null) {
            return null;
        }
        Owner.requireRoom();
        Load load = join(key);
        L2Read read = read(key, load, remote);
        if (load.basis() == null) {
            // One that is not claimed until then ends with its read.
            var unused = read.answered().thenRun(() -> giveUp(key, load));
        }
        return read;
    }

    /** As {@link #read(Object)}, for a load of that key that its caller makes. */
    @Nullable
    L2Read read(Object key, Load load) {
        RemoteCache remote = readable();
        return (remote != null) ? read(key, load, remote) : null;
    }

    private L2Read read(Object key, Load load, RemoteCache remote) {
        L2Read created = new L2Read(remote, local, key, load.stamp());
        L2Read read = load.reading(created);
        if (read == created) {
            created.begin();
        }
        return read;
    }

    private @Nullable RemoteCache readable() {
        RemoteCache remote = l2.get();
        return (remote != null && remote.isReadable()) ? remote : null;
    }

    /** Ends a load that is not claimed: it is not to be made any more. */
    void giveUp(Object key, Load load) {
        if (load.claim(this, null)) {
            failed(key, load, new NotMadeException());
        }
    }

    void done(Object key, Load load, @Nullable Object value) {
        running.remove(key, load);
        load.result().complete(value);
    }

    void failed(Object key, Load load, Throwable error) {
        Entry basis = load.basis();
        if (basis != null) {
            basis.pause(local.now());
        }
        running.remove(key, load);
        load.result().completeExceptionally(error);
    }

    /** The load goes on for who has waited for it until now; later reads do not join it. */
    void remove(Object key, Load load) {
        running.remove(key, load);
    }

    /** Lets later reads start anew: what the running ones return is stale. */
    void abandon(Object key) {
        running.remove(key);
    }

    void abandonAll() {
        running.clear();
    }

    /** Loads that run, and threads that wait for one. */
    int size() {
        return running.size() + waiters.loads.size();
    }

    /**
     * Whether this thread may wait for a load: not if that would be, directly or through other waiting threads, waiting for
     * itself. After each call, {@link #waited()} is called.
     */
    boolean mayWaitFor(Load load) {
        Thread self = Thread.currentThread();
        // Entered before looking: of two threads about to wait for each other, the later one sees the earlier.
        waiters.loads.put(self, load);
        Set<Load> seen = new HashSet<>();
        for (Load next = load; next != null && seen.add(next); ) {
            Thread thread = next.thread();
            if (thread == self) {
                return false;
            }
            next = (thread != null) ? waiters.loads.get(thread) : null;
        }
        return true;
    }

    /** This thread waits no more. */
    void waited() {
        waiters.loads.remove(Thread.currentThread());
    }
}
