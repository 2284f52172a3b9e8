/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.annotations;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.stereotype.Service;

/** A service with one method for each way to annotate one. */
@Service
public class Library {

    private final Calls calls = new Calls();

    /** What it lends. */
    public record Book(String title, int pages) {}

    public int count(String method, Object... arguments) {
        return calls.count(method, arguments);
    }

    public String getName() {
        return "library";
    }

    @Cacheable("books")
    public String plain(Object id) {
        return calls.of("plain", id);
    }

    @Cacheable("books")
    public @Nullable String nothing(String id) {
        calls.of("nothing", id);
        return null;
    }

    @Cacheable("none")
    public String noArguments() {
        return calls.of("noArguments");
    }

    @Cacheable("books")
    public String two(String id, int edition) {
        return calls.of("two", id, edition);
    }

    @Cacheable("books")
    public String varargs(String id, int... pages) {
        return calls.of("varargs", id, pages);
    }

    @Cacheable("books")
    public String array(byte[] id) {
        return calls.of("array", id);
    }

    @Cacheable(cacheNames = "books", key = "#id")
    public String byName(String id, int ignored) {
        return calls.of("byName", id);
    }

    @Cacheable(cacheNames = "books", key = "#a0 + #p1")
    public String byPosition(String id, int edition) {
        return calls.of("byPosition", id, edition);
    }

    @Cacheable(cacheNames = "books", key = "#book.title()")
    public String byProperty(Book book) {
        return calls.of("byProperty", book.title());
    }

    @Cacheable(
            cacheNames = "books",
            key =
                    "#root.methodName + #root.method.name + #root.args[0] + #root.targetClass.simpleName + #root.caches[0].name + #root.target.name")
    public String byRoot(String id) {
        return calls.of("byRoot", id);
    }

    @Cacheable(cacheNames = "books", keyGenerator = "upperCaseKeys")
    public String byGenerator(String id) {
        return calls.of("byGenerator", id);
    }

    @Cacheable(cacheNames = "books", key = "null")
    public String byNull(String id) {
        return calls.of("byNull", id);
    }

    @Cacheable(cacheNames = "books", key = "#id.absent")
    public String byBadExpression(String id) {
        return calls.of("byBadExpression", id);
    }

    @Cacheable(cacheNames = "books", condition = "#id.length() > 4")
    public String longOnly(String id) {
        return calls.of("longOnly", id);
    }

    @Cacheable(cacheNames = "books", unless = "#result.contains('secret')")
    public String unlessSecret(String id) {
        return calls.of("unlessSecret", id);
    }

    @Cacheable(cacheNames = "books", unless = "#result == null")
    public @Nullable String unlessNull(String id) {
        calls.of("unlessNull", id);
        return null;
    }

    @Cacheable(cacheNames = "books", condition = "#id.length() > 4", unless = "#result.contains('secret')")
    public String both(String id) {
        return calls.of("both", id);
    }

    @Cacheable(cacheNames = "books", sync = true)
    public String sync(String id) {
        return calls.of("sync", id);
    }

    @Cacheable(cacheNames = "books", sync = true)
    public @Nullable String syncNothing(String id) {
        calls.of("syncNothing", id);
        return null;
    }

    @Cacheable(cacheNames = "books", sync = true, condition = "#id.length() > 4")
    public String syncLongOnly(String id) {
        return calls.of("syncLongOnly", id);
    }

    @Cacheable(cacheNames = "books", sync = true, unless = "#result == null")
    public String syncUnless(String id) {
        return calls.of("syncUnless", id);
    }

    @Cacheable(
            cacheNames = {"books", "copies"},
            sync = true)
    public String syncTwoCaches(String id) {
        return calls.of("syncTwoCaches", id);
    }

    @Caching(cacheable = @Cacheable(cacheNames = "books", sync = true), evict = @CacheEvict("copies"))
    public String syncTwice(String id) {
        return calls.of("syncTwice", id);
    }

    @Cacheable({"books", "copies"})
    public String twoCaches(String id) {
        return calls.of("twoCaches", id);
    }

    @Cacheable("books")
    public String checked(String id) throws IOException {
        throw new IOException(calls.of("checked", id));
    }

    @Cacheable("books")
    public String unchecked(String id) {
        throw new UnsupportedOperationException(calls.of("unchecked", id), new IOException("cause"));
    }

    @Cacheable("books")
    public String error(String id) {
        throw new AssertionError(calls.of("error", id));
    }

    @Cacheable(cacheNames = "books", sync = true)
    public String syncChecked(String id) throws IOException {
        throw new IOException(calls.of("syncChecked", id));
    }

    @Cacheable("books")
    public Optional<String> optional(String id) {
        return Optional.of(calls.of("optional", id));
    }

    @Cacheable("books")
    public Optional<String> empty(String id) {
        calls.of("empty", id);
        return Optional.empty();
    }

    @Cacheable(cacheNames = "books", unless = "#result?.length() > 20")
    public Optional<String> optionalUnless(String id) {
        return Optional.of(calls.of("optionalUnless", id));
    }

    @Cacheable(cacheNames = "books", sync = true)
    public Optional<String> syncOptional(String id) {
        return Optional.of(calls.of("syncOptional", id));
    }

    @Cacheable("books")
    public int number(String id) {
        return calls.of("number", id).length();
    }

    @Cacheable("books")
    public void noResult(String id) {
        calls.of("noResult", id);
    }

    @Cacheable("books")
    public List<String> list(String id) {
        return new ArrayList<>(List.of(calls.of("list", id)));
    }

    @Cacheable("books")
    public Object anything(Object value) {
        return value;
    }

    @Cacheable("books")
    public String threadOf(String id) {
        return Thread.currentThread().getName();
    }

    @CachedBook(by = "#id + '-composed'")
    public String composed(String id) {
        return calls.of("composed", id);
    }

    @Cacheable(cacheNames = "books", cacheManager = "cacheManager")
    public String otherManager(String id) {
        return calls.of("otherManager", id);
    }

    @Cacheable(cacheNames = "books", cacheManager = "absent")
    public String unknownManager(String id) {
        return calls.of("unknownManager", id);
    }

    @Cacheable(cacheNames = "books", keyGenerator = "absent")
    public String unknownGenerator(String id) {
        return calls.of("unknownGenerator", id);
    }

    @Cacheable(cacheResolver = "byFirstArgument")
    public String resolved(String id) {
        return calls.of("resolved", id);
    }

    @CachePut("books")
    public String put(String id) {
        return calls.of("put", id);
    }

    @CachePut(cacheNames = "books", key = "#result.title()")
    public Book save(Book book) {
        return book;
    }

    @CachePut(cacheNames = "books", condition = "#id.length() > 4")
    public String putIfLong(String id) {
        return calls.of("putIfLong", id);
    }

    @CachePut(cacheNames = "books", unless = "#result.contains('secret')")
    public String putUnless(String id) {
        return calls.of("putUnless", id);
    }

    @CachePut("books")
    public @Nullable String putNothing(String id) {
        return null;
    }

    @CachePut("books")
    public Optional<String> putOptional(String id) {
        return Optional.of(calls.of("putOptional", id));
    }

    @CachePut("books")
    public String putFailing(String id) {
        throw new UnsupportedOperationException(id);
    }

    @CacheEvict("books")
    public void remove(String id) {}

    @CacheEvict(cacheNames = "books", key = "#book.title()")
    public String removeByKey(Book book) {
        return "removed";
    }

    @CacheEvict(cacheNames = "sold", allEntries = true)
    public void removeAll() {}

    @CacheEvict(cacheNames = "books", beforeInvocation = true)
    public void removeEarly(String id) {
        throw new UnsupportedOperationException(id);
    }

    @CacheEvict("books")
    public void removeFailing(String id) {
        throw new UnsupportedOperationException(id);
    }

    @CacheEvict(cacheNames = "sold", allEntries = true, beforeInvocation = true)
    public void removeAllEarly() {
        throw new UnsupportedOperationException();
    }

    @CacheEvict(cacheNames = "books", condition = "#id.length() > 4")
    public void removeIfLong(String id) {}

    @Caching(evict = {@CacheEvict("books"), @CacheEvict(cacheNames = "copies", key = "#id + '-copy'")})
    public void removeBoth(String id) {}

    @Caching(cacheable = @Cacheable("books"), put = @CachePut(cacheNames = "copies", key = "#result"))
    public String cacheAndPut(String id) {
        return calls.of("cacheAndPut", id);
    }

    @Caching(put = @CachePut("books"), evict = @CacheEvict("copies"))
    public String putAndEvict(String id) {
        return calls.of("putAndEvict", id);
    }

    @Caching(cacheable = {@Cacheable(cacheNames = "books", unless = "true"), @Cacheable("copies")})
    public String cacheTwice(String id) {
        return calls.of("cacheTwice", id);
    }

    @Cacheable("books")
    @CacheEvict("copies")
    public String cacheAndEvict(String id) {
        return calls.of("cacheAndEvict", id);
    }

    @Cacheable(cacheNames = "books", condition = "#p1 == 1")
    @CachePut(cacheNames = "books", condition = "#p1 == 2")
    public String cacheOrPut(String id, int way) {
        return calls.of("cacheOrPut", id);
    }

    @Cacheable(cacheNames = "books", key = "#id")
    public String during(String id, Supplier<?> during) {
        return calls.of("during", id) + during.get();
    }
}
