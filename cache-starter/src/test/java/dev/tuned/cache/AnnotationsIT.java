/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.UUID;
import java.util.concurrent.CompletionException;

import com.couchbase.client.java.Cluster;
import com.couchbase.mock.memcached.protocol.CommandCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.cache.AnnotatedApplication.Form;
import dev.tuned.cache.AnnotatedApplication.Reads;
import dev.tuned.cache.AnnotatedApplication.Source;
import dev.tuned.cache.AnnotatedApplication.Writes;
import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.manager.TunedCacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** Spring's annotations in all their forms, with L2 and another instance of the application that reads what one kept. */
class AnnotationsIT {

    private static final MockCouchbase COUCHBASE = new MockCouchbase();
    private static ConfigurableApplicationContext one = start();
    private static ConfigurableApplicationContext other = start();

    private final String id = UUID.randomUUID().toString();
    private final Source source = one.getBean(Source.class);
    private final Reads reads = one.getBean(Reads.class);
    private final Writes writes = one.getBean(Writes.class);
    private final Source otherSource = other.getBean(Source.class);
    private final Reads otherReads = other.getBean(Reads.class);

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        PlainPasswordAutoConfiguration.class,
        CouchbaseAutoConfiguration.class,
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class,
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class
    })
    @Import(AnnotatedApplication.class)
    static class Whole {}

    private static ConfigurableApplicationContext start() {
        // On a busy machine an answer may take a second: too long for the defaults.
        return new SpringApplicationBuilder(Whole.class)
                .web(WebApplicationType.NONE)
                .properties(MockCouchbase.properties(COUCHBASE.port()))
                .properties(
                        "tuned.cache.defaults.negative-ttl=5m",
                        "tuned.cache.defaults.l1.ttl=1h",
                        "tuned.cache.defaults.l1.refresh-ahead=0",
                        "tuned.cache.defaults.l2.hard-timeout=30s",
                        "spring.couchbase.env.timeouts.key-value=30s")
                .run();
    }

    @BeforeAll
    static void connect() {
        for (ConfigurableApplicationContext context : new ConfigurableApplicationContext[] {one, other}) {
            var documents =
                    context.getBean(Cluster.class).bucket(MockCouchbase.BUCKET).defaultCollection();
            await().ignoreExceptions().until(() -> documents.upsert("ping", "") != null);
            TunedCacheManager manager = context.getBean(TunedCacheManager.class);
            for (String region : manager.getCacheNames()) {
                await().until(() -> {
                    long before = COUCHBASE.count(CommandCode.SET);
                    manager.getCache(region).put("ready", null);
                    return COUCHBASE.count(CommandCode.SET) > before;
                });
            }
        }
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
        COUCHBASE.close();
    }

    @BeforeEach
    void reset() {
        for (Source each : new Source[] {source, otherSource}) {
            each.calls.set(0);
            each.product = new Product(id, 1);
            each.failure = null;
        }
    }

    /** What this instance keeps is in Couchbase a moment later; then the other one has it without a call. */
    private void awaitElsewhere(String region) {
        await().until(() ->
                other.getBean(TunedCacheManager.class).getCache(region).get(id) != null);
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void resultIsKeptForTheNextCallAndForTheOtherInstance(Form form) {
        for (int i = 0; i < 3; i++) {
            assertThat(form.read(reads, id)).containsExactly(new Product(id, 1));
        }
        assertThat(source.calls).hasValue(1);
        awaitElsewhere(form.name().toLowerCase().replace('_', '-'));
        assertThat(form.read(otherReads, id)).containsExactly(new Product(id, 1));
        assertThat(otherSource.calls).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void nothingIsAResultToo(Form form) {
        source.product = null;
        for (int i = 0; i < 3; i++) {
            assertThat(form.read(reads, id)).isEmpty();
        }
        assertThat(source.calls).hasValue(1);
        awaitElsewhere(form.name().toLowerCase().replace('_', '-'));
        assertThat(form.read(otherReads, id)).isEmpty();
        assertThat(otherSource.calls).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void failureComesThroughAsItIsAndIsNotKept(Form form) {
        IllegalStateException failure = new IllegalStateException("no source");
        source.failure = failure;
        Throwable thrown = catchThrowable(() -> form.read(reads, id));
        assertThat((thrown instanceof CompletionException) ? thrown.getCause() : thrown)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no source");
        source.failure = null;
        assertThat(form.read(reads, id)).containsExactly(new Product(id, 1));
        assertThat(source.calls).hasValue(2);
    }

    @Test
    void putReplacesWhatIsReadInEveryForm() {
        reads.plain(id);
        writes.put(new Product(id, 2));
        assertThat(reads.plain(id)).isEqualTo(new Product(id, 2));
        writes.putLater(new Product(id, 3)).join();
        assertThat(reads.plain(id)).isEqualTo(new Product(id, 3));
        writes.putReactively(new Product(id, 4)).block();
        assertThat(reads.plain(id)).isEqualTo(new Product(id, 4));
        assertThat(source.calls).hasValue(1);
        assertThat(otherReads.plain(id)).isEqualTo(new Product(id, 4));
        assertThat(otherSource.calls).hasValue(0);
    }

    @Test
    void putHonoursItsConditions() {
        reads.plain(id);
        writes.putSome(new Product(id, 0));
        writes.putSome(new Product(id, -1));
        assertThat(reads.plain(id)).isEqualTo(new Product(id, 1));
        writes.putSome(new Product(id, 2));
        assertThat(reads.plain(id)).isEqualTo(new Product(id, 2));
    }

    @Test
    void evictionInEveryFormMakesTheNextCallCall() {
        int calls = 0;
        for (Runnable eviction : new Runnable[] {
            () -> writes.evict(id),
            () -> writes.evictLater(id).join(),
            () -> writes.evictReactively(id).block()
        }) {
            reads.plain(id);
            reads.plain(id);
            assertThat(source.calls).hasValue(++calls);
            eviction.run();
        }
        otherReads.plain(id);
        assertThat(otherSource.calls).hasValue(1);
    }

    @Test
    void clearMakesEveryNextCallCall() {
        reads.cleared(id);
        reads.cleared("2" + id);
        writes.clear();
        reads.cleared(id);
        reads.cleared("2" + id);
        assertThat(source.calls).hasValue(4);
    }

    @Test
    void methodThatFailsEvictsOnlyIfItDoesSoFirst() {
        reads.plain(id);
        assertThatIllegalStateException().isThrownBy(() -> writes.evictAndFail(id));
        reads.plain(id);
        assertThat(source.calls).hasValue(1);
        assertThatIllegalStateException().isThrownBy(() -> writes.evictFirstAndFail(id));
        reads.plain(id);
        assertThat(source.calls).hasValue(2);
        reads.cleared(id);
        assertThatIllegalStateException().isThrownBy(writes::clearFirstAndFail);
        reads.cleared(id);
        assertThat(source.calls).hasValue(4);
    }

    @Test
    void resultThatIsExceptedIsNotKeptInEitherLevel() {
        source.product = new Product(id, -1);
        otherSource.product = new Product(id, -1);
        reads.unless(id);
        reads.unless(id);
        assertThat(source.calls).hasValue(2);
        otherReads.unless(id);
        assertThat(otherSource.calls).hasValue(1);
        source.product = new Product(id, 1);
        reads.unless(id);
        reads.unless(id);
        assertThat(source.calls).hasValue(3);
    }

    @Test
    void callThatIsExceptedIsNotKept() {
        reads.condition(id);
        reads.condition(id);
        assertThat(source.calls).hasValue(2);
        reads.condition("cached" + id);
        reads.condition("cached" + id);
        assertThat(source.calls).hasValue(3);
    }

    @Test
    void valueInOneOfTwoRegionsIsEnough() {
        reads.inTwoRegions(id);
        one.getBean(TunedCacheManager.class).getCache("first").evict(id);
        assertThat(reads.inTwoRegions(id)).isEqualTo(new Product(id, 1));
        assertThat(source.calls).hasValue(1);
        one.getBean(TunedCacheManager.class).getCache("second").evict(id);
        reads.inTwoRegions(id);
        assertThat(source.calls).hasValue(2);
    }

    @Test
    void severalAnnotationsShareOutWhatTheyKeep() {
        reads.oneOfTwoRegions(id);
        reads.oneOfTwoRegions(id);
        assertThat(source.calls).hasValue(1);
        TunedCacheManager manager = one.getBean(TunedCacheManager.class);
        assertThat(manager.getCache("first").get(id)).isNull();
        assertThat(manager.getCache("second").get(id)).isNotNull();
        reads.cleared(id);
        writes.putHereAndEvictThere(new Product(id, 2));
        assertThat(manager.getCache("first").get(id, Product.class)).isEqualTo(new Product(id, 2));
        assertThat(manager.getCache("second").get(id)).isNull();
        assertThat(manager.getCache("cleared").get(id)).isNull();
    }

    @Test
    void syncOnSeveralRegionsIsRefusedBySpringAsEver() {
        assertThatIllegalStateException()
                .isThrownBy(() -> reads.syncInTwoRegions(id))
                .withMessageContaining("sync");
    }

    @Test
    void failedFutureIsToldByItsOwnException() {
        source.failure = new IllegalStateException("no source");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> reads.future(id).join())
                .withCauseExactlyInstanceOf(IllegalStateException.class);
    }
}
