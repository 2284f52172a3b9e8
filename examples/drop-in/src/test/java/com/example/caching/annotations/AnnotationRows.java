/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.annotations;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

import com.example.caching.Watch;
import com.example.caching.annotations.Library.Book;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.stereotype.Component;

import dev.tuned.examples.dropin.inside.Notes;

import static com.example.caching.Watch.all;
import static com.example.caching.Watch.trying;

/** What annotated methods return, how often they run and what is in the caches then. Each row has keys of its own. */
@Component
class AnnotationRows {

    private final Library library;
    private final Shelf.OakShelf shelf;
    private final Shelf.ConfiguredShelf configured;
    private final Shelf.ClassShelf whole;
    private final CacheManager manager;

    AnnotationRows(
            Library library,
            Shelf.OakShelf shelf,
            Shelf.ConfiguredShelf configured,
            Shelf.ClassShelf whole,
            CacheManager manager) {
        this.library = library;
        this.shelf = shelf;
        this.configured = configured;
        this.whole = whole;
        this.manager = manager;
    }

    private static void row(String name, Notes.Action action) {
        Notes.outcome(name, action);
    }

    private String books(Object key) {
        return Watch.in(manager, "books", key);
    }

    private String copies(Object key) {
        return Watch.in(manager, "copies", key);
    }

    void run() {
        cacheable();
        keys();
        conditions();
        failures();
        results();
        changes();
        places();
        together();
    }

    private void cacheable() {
        row("cacheable: twice", () -> all(library.plain("twice"), library.plain("twice"), books("twice")));
        row(
                "cacheable: null result",
                () -> all(
                        library.nothing("null"),
                        library.nothing("null"),
                        library.count("nothing", "null"),
                        books("null")));
        row(
                "cacheable: no arguments",
                () -> all(library.noArguments(), library.noArguments(), Watch.in(manager, "none", SimpleKey.EMPTY)));
        row("cacheable: null argument", () -> all(library.plain(null), library.plain(null)));
        row(
                "cacheable: two arguments",
                () -> all(
                        library.two("two", 1),
                        library.two("two", 1),
                        library.two("two", 2),
                        books(new SimpleKey("two", 1))));
        row(
                "cacheable: varargs",
                () -> all(
                        library.varargs("varargs", 1, 2),
                        library.varargs("varargs", 1, 2),
                        library.varargs("varargs", 1)));
        row("cacheable: equal arrays", () -> all(library.array(new byte[] {1}), library.array(new byte[] {1})));
        row(
                "cacheable: runs on the caller's thread",
                () -> library.threadOf("thread").equals(Thread.currentThread().getName()));
        row("cacheable: sync", () -> all(library.sync("sync"), library.sync("sync"), books("sync")));
        row(
                "cacheable: sync, null result",
                () -> all(
                        library.syncNothing("sync null"),
                        library.syncNothing("sync null"),
                        library.count("syncNothing", "sync null"),
                        books("sync null")));
        row("cacheable: sync with unless", () -> library.syncUnless("sync unless"));
        row("cacheable: sync on two caches", () -> library.syncTwoCaches("sync two"));
        row("cacheable: sync with a second operation", () -> library.syncTwice("sync twice"));
        row(
                "cacheable: two caches",
                () -> all(library.twoCaches("both"), library.twoCaches("both"), books("both"), copies("both")));
        row("cacheable: two caches, only the second has it", () -> {
            manager.getCache("copies").put("second", "a copy");
            return all(library.twoCaches("second"), books("second"));
        });
        row("cacheable: what another method stored, of another type", () -> {
            manager.getCache("books").put("type", 5);
            return library.plain("type");
        });
        row("cacheable: a NullPointerException for a primitive", () -> {
            manager.getCache("books").put("primitive", null);
            return library.number("primitive");
        });
    }

    private void keys() {
        row("key: by name", () -> all(library.byName("name", 1), library.byName("name", 2), books("name")));
        row("key: by position", () -> all(library.byPosition("p", 1), library.byPosition("p", 2), books("p1")));
        row(
                "key: by property",
                () -> all(library.byProperty(new Book("T", 1)), library.byProperty(new Book("T", 2)), books("T")));
        row(
                "key: by root",
                () -> all(library.byRoot("R"), library.byRoot("R"), books("byRootbyRootRLibrarybookslibrary")));
        row("key: by generator", () -> all(library.byGenerator("gen"), library.byGenerator("GEN"), books("GEN")));
        row("key: null", () -> library.byNull("null key"));
        row("key: bad expression", () -> library.byBadExpression("bad"));
        for (Object key : List.of(
                new Book("record", 1),
                UUID.fromString("00000000-0000-4000-8000-000000000000"),
                LocalDate.of(2024, 2, 29),
                List.of(1, "2"),
                1,
                1L,
                "1",
                '1',
                1.0,
                new BigDecimal("1.0"),
                new BigDecimal("1.00"),
                Thread.State.NEW,
                "",
                "\u0000",
                "\ud800",
                "x".repeat(300),
                List.of(),
                String.class)) {
            row(
                    "key: " + key.getClass().getSimpleName() + " "
                            + key.toString().hashCode(),
                    () -> all(library.plain(key), library.plain(key), books(key)));
        }
        row(
                "key: whose hashCode throws",
                () -> library.plain(new Object() {
                    @Override
                    public int hashCode() {
                        throw new IllegalStateException("no hash");
                    }
                }));
    }

    private void conditions() {
        row("condition: holds", () -> all(library.longOnly("long enough"), library.longOnly("long enough")));
        row("condition: does not", () -> all(library.longOnly("no"), library.longOnly("no"), books("no")));
        row("condition: sync", () -> all(library.syncLongOnly("s"), library.syncLongOnly("s"), books("s")));
        row("unless: holds", () -> all(library.unlessSecret("secret"), library.unlessSecret("secret")));
        row("unless: does not", () -> all(library.unlessSecret("open"), library.unlessSecret("open"), books("open")));
        row(
                "unless: null",
                () -> all(
                        library.unlessNull("unless null"),
                        library.unlessNull("unless null"),
                        library.count("unlessNull", "unless null"),
                        books("unless null")));
        row(
                "condition and unless",
                () -> all(
                        library.both("secret both"),
                        library.both("secret both"),
                        library.both("b"),
                        library.both("b")));
    }

    private void failures() {
        row("exception: checked", () -> library.checked("checked"));
        row("exception: checked, sync", () -> library.syncChecked("checked sync"));
        row("exception: unchecked with a cause", () -> library.unchecked("unchecked"));
        row("exception: error", () -> library.error("error"));
        row(
                "exception: nothing is kept",
                () -> all(
                        trying(() -> library.unchecked("kept")),
                        trying(() -> library.unchecked("kept")),
                        library.count("unchecked", "kept"),
                        books("kept")));
        row("exception: names the caller in its trace", () -> {
            try {
                return library.unchecked("trace");
            } catch (UnsupportedOperationException ex) {
                return Arrays.stream(ex.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(AnnotationRows.class.getName()));
            }
        });
        row("unknown cache manager", () -> library.unknownManager("manager"));
        row("unknown key generator", () -> library.unknownGenerator("generator"));
    }

    private void results() {
        row("optional: present", () -> all(library.optional("o"), library.optional("o"), books("o")));
        row(
                "optional: empty",
                () -> all(library.empty("e"), library.empty("e"), library.count("empty", "e"), books("e")));
        row(
                "optional: unless",
                () -> all(
                        library.optionalUnless("o-u"),
                        library.optionalUnless("o-u"),
                        library.optionalUnless("a long one"),
                        library.optionalUnless("a long one")));
        row("optional: sync", () -> all(library.syncOptional("o-s"), library.syncOptional("o-s"), books("o-s")));
        row("result: primitive", () -> all(library.number("number"), library.number("number"), books("number")));
        row("result: void", () -> {
            library.noResult("void");
            library.noResult("void");
            return all(library.count("noResult", "void"), books("void"));
        });
        row("result: the same object again", () -> library.list("same") == library.list("same"));
        row("result: what a caller changes", () -> {
            library.list("changed").add("more");
            return library.list("changed");
        });
        row("result: an array", () -> library.anything(new int[] {1}) instanceof int[]);
        row(
                "result: a stream",
                () -> library.anything(java.util.stream.Stream.of(1)) instanceof java.util.stream.Stream);
    }

    private void changes() {
        row("put: always runs", () -> all(library.put("put"), library.put("put"), books("put")));
        row("put: by a property of the result", () -> {
            library.save(new Book("saved", 1));
            return books("saved");
        });
        row("put: condition", () -> all(library.putIfLong("pil"), books("pil")));
        row("put: unless", () -> all(library.putUnless("secret put"), books("secret put")));
        row("put: null", () -> all(library.putNothing("put null"), books("put null")));
        row("put: optional", () -> all(library.putOptional("put opt"), books("put opt"), library.plain("put opt")));
        row("put: failing", () -> all(trying(() -> library.putFailing("put fail")), books("put fail")));
        row("evict: one", () -> {
            library.plain("evict");
            library.remove("evict");
            return all(books("evict"), library.plain("evict"));
        });
        row("evict: by key", () -> {
            library.plain("by key");
            return all(library.removeByKey(new Book("by key", 1)), books("by key"));
        });
        row("evict: all", () -> {
            manager.getCache("sold").put("a", "b");
            library.removeAll();
            return Watch.in(manager, "sold", "a");
        });
        row("evict: all, early", () -> {
            manager.getCache("sold").put("a", "b");
            return all(
                    trying(() -> {
                        library.removeAllEarly();
                        return "";
                    }),
                    Watch.in(manager, "sold", "a"));
        });
        row("evict: early, failing", () -> {
            library.plain("early");
            return all(
                    trying(() -> {
                        library.removeEarly("early");
                        return "";
                    }),
                    books("early"));
        });
        row("evict: failing", () -> {
            library.plain("late");
            return all(
                    trying(() -> {
                        library.removeFailing("late");
                        return "";
                    }),
                    books("late"));
        });
        row("evict: condition", () -> {
            library.plain("con");
            library.removeIfLong("con");
            return books("con");
        });
        row("caching: two evictions", () -> {
            manager.getCache("copies").put("duo-copy", "c");
            library.plain("duo");
            library.removeBoth("duo");
            return all(books("duo"), copies("duo-copy"));
        });
        row(
                "caching: cacheable and put",
                () -> all(
                        library.cacheAndPut("cap"),
                        library.cacheAndPut("cap"),
                        copies("cacheAndPut[cap]#1"),
                        books("cap")));
        row("caching: put and evict", () -> {
            manager.getCache("copies").put("pae", "c");
            return all(library.putAndEvict("pae"), books("pae"), copies("pae"));
        });
        row(
                "caching: cacheable twice",
                () -> all(library.cacheTwice("ct"), library.cacheTwice("ct"), books("ct"), copies("ct")));
        row("caching: cacheable and evict", () -> {
            manager.getCache("copies").put("cae", "c");
            return all(library.cacheAndEvict("cae"), library.cacheAndEvict("cae"), books("cae"), copies("cae"));
        });
        row(
                "caching: cacheable or put",
                () -> all(
                        library.cacheOrPut("cop", 1),
                        library.cacheOrPut("cop", 1),
                        library.cacheOrPut("cop", 2),
                        library.cacheOrPut("cop", 3)));
    }

    private void places() {
        row("place: composed annotation", () -> all(library.composed("c"), library.composed("c"), books("c-composed")));
        row("place: manager by name", () -> all(library.otherManager("om"), library.otherManager("om"), books("om")));
        row("place: resolver", () -> all(library.resolved("r"), library.resolved("r"), Watch.in(manager, "of r", "r")));
        row("place: interface", () -> all(shelf.find("i"), shelf.find("i"), Watch.in(manager, "shelf", "i")));
        row("place: default method", () -> all(shelf.found("d"), shelf.found("d"), Watch.in(manager, "shelf", "d!")));
        row("place: default method that puts", () -> all(shelf.store("s"), Watch.in(manager, "shelf", "s")));
        row(
                "place: names of the class",
                () -> all(configured.names("n"), configured.names("N"), Watch.in(manager, "configured", "N")));
        row("place: own name", () -> all(configured.ownName("n"), Watch.in(manager, "overridden", "N")));
        row("place: own key", () -> configured.ownKey("k"));
        row("place: evict by the class's names", () -> {
            configured.names("x");
            configured.remove("x");
            return Watch.in(manager, "configured", "X");
        });
        row(
                "place: all methods of a class",
                () -> all(
                        whole.one("w"),
                        whole.one("w"),
                        whole.two("w"),
                        Watch.in(manager, "whole class", "w"),
                        whole.two("w")));
    }

    private void together() {
        row("concurrent misses: calls", () -> meeting("plain meeting", false));
        row("concurrent misses: calls, sync", () -> meeting("sync meeting", true));
        row(
                "within: another key",
                () -> all(library.during("outer", () -> library.plain("inner")), books("outer"), books("inner")));
        row(
                "within: the same key",
                () -> Watch.within(() ->
                        all(library.during("self", () -> library.during("self", () -> "!")), books("self"))));
        row(
                "within: a look at its key",
                () -> Watch.within(() ->
                        library.during("look", () -> manager.getCache("books").get("look"))));
        row(
                "within: evicts its key",
                () -> all(
                        library.during("evicts", () -> {
                            library.remove("evicts");
                            return "";
                        }),
                        books("evicts")));
        row(
                "within: puts its key",
                () -> all(
                        library.during("puts", () -> {
                            manager.getCache("books").put("puts", "other");
                            return "";
                        }),
                        books("puts")));
        row(
                "within: clears the cache",
                () -> all(
                        library.during("clears", () -> {
                            manager.getCache("books").clear();
                            return "";
                        }),
                        books("clears")));
        row("meanwhile: a get of the key", () -> meanwhile("get", () -> books("get")));
        row(
                "meanwhile: a put if absent",
                () -> meanwhile("absent", () -> manager.getCache("books").putIfAbsent("absent", "put meanwhile")));
        row(
                "meanwhile: a put",
                () -> meanwhile("put", () -> {
                    manager.getCache("books").put("put", "put meanwhile");
                    return "";
                }));
        row(
                "meanwhile: an eviction",
                () -> meanwhile("eviction", () -> manager.getCache("books").evictIfPresent("eviction")));
    }

    /** Two callers of one key that are in the method at the same time, if the cache lets them. */
    private Object meeting(String key, boolean sync) throws Throwable {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Notes.Action call = () -> sync
                ? manager.getCache("books").get(key, () -> meet(barrier))
                : library.during(key, () -> meet(barrier));
        FutureTask<Object> first = Watch.start(call);
        Object second = Watch.within(call);
        // sorted: the calls are counted in the order in which they came, and either thread may be the first
        return Stream.of(Watch.finished(first), second)
                .map(String::valueOf)
                .sorted()
                .toList();
    }

    private static String meet(CyclicBarrier barrier) {
        try {
            barrier.await(1, TimeUnit.SECONDS);
            return " met";
        } catch (TimeoutException | BrokenBarrierException ex) {
            return " alone";
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** What an action answers while the method runs, and what is in the cache afterwards. */
    private Object meanwhile(String key, Notes.Action action) throws Throwable {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Supplier<String> wait = () -> {
            running.countDown();
            try {
                done.await();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
            return "";
        };
        FutureTask<Object> load = Watch.start(() -> library.during(key, wait));
        running.await();
        Object answer = Watch.within(action);
        done.countDown();
        return all(answer, Watch.finished(load), books(key));
    }
}
