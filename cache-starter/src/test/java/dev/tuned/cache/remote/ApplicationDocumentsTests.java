/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Product;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.store.L2Store;

import static org.assertj.core.api.Assertions.assertThat;

/** A region whose documents are the application's own data. */
@ExtendWith(OutputCaptureExtension.class)
class ApplicationDocumentsTests {

    private final FakeStore store = new FakeStore();
    private final RemoteNode node = new RemoteNode(store, settings("product::{key}"));

    @AfterEach
    void stop() {
        node.close();
    }

    private static RegionSettings settings(String pattern) {
        RegionSettings.Remote remote = Settings.plain().remote();
        return Settings.with(
                Settings.plain(),
                new RegionSettings.Remote(true, remote.ttl(), remote.softTimeout(), remote.hardTimeout(), pattern, 1));
    }

    @Test
    void idIsThePatternWithThePlainTextOfTheKey() {
        ApplicationIds ids = new ApplicationIds("a:{key}:b");
        assertThat(ids.of("x y:z")).isEqualTo("a:x y:z:b");
        assertThat(ids.of("~i1")).isEqualTo("a:~i1:b");
        assertThat(List.of(1, 1L, (short) 1, (byte) 1, BigInteger.ONE, BigDecimal.ONE))
                .allSatisfy(key -> assertThat(ids.of(key)).isEqualTo("a:1:b"));
        assertThat(ids.of(new UUID(1, 2))).isEqualTo("a:00000000-0000-0001-0000-000000000002:b");
        assertThat(ids.of(DayOfWeek.MONDAY)).isEqualTo("a:MONDAY:b");
        assertThat(new ApplicationIds("{key}").of("{key}$1\\")).isEqualTo("{key}$1\\");
    }

    @Test
    void keyWithoutPlainTextOrWithTooMuchOfItHasNoDocument() {
        ApplicationIds ids = new ApplicationIds("product::{key}");
        assertThat(ids.of(List.of("a"))).isNull();
        assertThat(ids.of(1.5)).isNull();
        assertThat(ids.of("half a pair \ud800")).isNull();
        assertThat(ids.of("k".repeat(DocumentIds.MAX_BYTES - 9))).isNotNull();
        assertThat(ids.of("k".repeat(DocumentIds.MAX_BYTES - 8))).isNull();
        assertThat(ids.of("ä".repeat(DocumentIds.MAX_BYTES / 2))).isNull();
        assertThat(new ApplicationIds("{key}").of("")).isNull();
    }

    @Test
    void documentsAreReadAndNothingIsEverWritten() {
        store.documents.put("product::1", "{\"id\":\"1\",\"version\":7}".getBytes(StandardCharsets.UTF_8));
        assertThat(node.value("1")).isEqualTo(new Product("1", 7));
        Product changed = new Product("1", 8);
        node.tier.start();
        node.tier.replace("1", changed).join();
        node.tier.remove("1").join();
        node.tier.clear().join();
        node.tier.clearedElsewhere();
        assertThat(node.tier.putIfAbsent("1", changed).join()).isEqualTo(node.tier.decode(node.read("1")));
        assertThat(node.tier.putIfAbsent("2", changed).join()).isNull();
        assertThat(node.tier.keep("2", changed, node.read("2")).join()).isEqualTo(L2Store.NO_CAS);
        assertThat(node.value("1")).isEqualTo(new Product("1", 7));
        assertThat(store.documents).containsOnlyKeys("product::1");
        assertThat(store.adds).hasValue(0);
        assertThat(store.puts).hasValue(0);
    }

    @Test
    void keyThatDoesNotFitIsInL1OnlyWhichIsSaidOnce(CapturedOutput output) {
        assertThat(node.outcome("k".repeat(300))).isEqualTo(Outcome.ABSENT);
        assertThat(node.outcome("x".repeat(300))).isEqualTo(Outcome.ABSENT);
        assertThat(store.gets).hasValue(0);
        assertThat(output).containsOnlyOnce("a key does not fit into l2.document-id");
    }
}
