/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.methods.Profile.Resource;
import dev.tuned.bench.result.GrownMethod;
import dev.tuned.bench.statistics.Metric;

import static org.assertj.core.api.Assertions.assertThat;

class GrowthsTests {

    private static final int SAMPLES = 1000;
    private static final Set<String> ALLOCATED = Set.of(Metric.ALLOCATED.key());
    private static final String REQUEST = "org.springframework.web.servlet.DispatcherServlet.doDispatch";

    @TempDir
    private Path directory;

    private final Map<Resource, Map<String, Node>> spent = new EnumMap<>(Resource.class);
    private Profile before;
    private Profile after;

    @BeforeEach
    void anApplicationOfFourClasses() throws IOException {
        Path file = directory.resolve("shop.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            for (String each : List.of("Shop", "Item", "Price", "Label")) {
                jar.putNextEntry(new JarEntry("BOOT-INF/classes/shop/" + each + ".class"));
            }
        }
        Frames frames = new Frames(List.of(file));
        before = new Profile(frames, 0, spent);
        after = new Profile(frames, 1, spent);
        spend(before, SAMPLES, "shop.Label.print");
        spend(after, SAMPLES, "shop.Label.print");
    }

    @Test
    void namesTheCallerOfSeveralMethodsThatGrewALittleEach() {
        for (String each : List.of("a", "b", "c", "d", "e", "f")) {
            spend(before, 1, "java.util.List.of", "shop.Item." + each, "shop.Shop.list");
            spend(after, 15, "java.util.List.of", "shop.Item." + each, "shop.Shop.list");
        }
        assertThat(new Growths(spent, before, after, ALLOCATED).methods())
                .singleElement()
                .satisfies(each -> assertThat(each.method()).isEqualTo("shop.Shop.list"))
                .satisfies(each -> assertThat(each.within()).isEmpty());
    }

    @Test
    void namesTheMethodThatGrewAndNotItsCallers() {
        spend(before, 10, "java.util.List.of", "shop.Price.sum", "shop.Item.price", "shop.Shop.list");
        spend(after, 200, "java.util.List.of", "shop.Price.sum", "shop.Item.price", "shop.Shop.list");
        assertThat(new Growths(spent, before, after, ALLOCATED).methods())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.method()).isEqualTo("shop.Price.sum");
                    assertThat(each.within()).isEqualTo("java.util.List.of");
                    assertThat(each.callers()).containsExactly("shop.Item.price", "shop.Shop.list", REQUEST);
                });
    }

    @Test
    void namesAMethodBesideALibraryThatGrewWithoutIt() {
        spend(after, 100, "json.Writer.write", "shop.Shop.list");
        spend(after, 100, "json.Writer.write", "json.Mapper.write");
        assertThat(new Growths(spent, before, after, ALLOCATED).methods())
                .extracting(GrownMethod::method)
                .containsExactlyInAnyOrder("shop.Shop.list", "json.Writer.write");
    }

    @Test
    void namesMethodsThatCallEachOther() {
        spend(after, 100, "shop.Item.part", "shop.Price.part", "shop.Item.part", "shop.Price.part");
        assertThat(new Growths(spent, before, after, ALLOCATED).methods())
                .extracting(GrownMethod::method)
                .contains("shop.Item.part");
    }

    @Test
    void countsAMethodThatCallsItselfOnce() {
        spend(after, 100, "shop.Item.part", "shop.Item.part", "shop.Item.part", "shop.Shop.list");
        assertThat(new Growths(spent, before, after, ALLOCATED).methods())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.method()).isEqualTo("shop.Item.part");
                    assertThat(each.changes().get(0).after()).isEqualTo(100);
                });
    }

    @Test
    void aLargeSampleOfABackgroundThreadHidesNoMethod() {
        after.add(Resource.ALLOCATION, List.of("sun.management.Agent.run"), 1e9);
        spend(after, 100, "shop.Price.sum", "shop.Shop.list");
        assertThat(new Growths(spent, before, after, ALLOCATED).methods())
                .extracting(GrownMethod::method)
                .containsExactly("shop.Price.sum");
    }

    @Test
    void whatAThreadAllocatedBeforeTheRecordingCountsForNoMethod() {
        List<String> stack = List.of("shop.Price.sum", REQUEST);
        after.addAllocated(1, stack, 1e9);
        for (int i = 0; i < 9; i++) {
            after.addAllocated(1, stack, 10);
        }
        after.countAllocated();
        assertThat(new Growths(spent, before, after, ALLOCATED).methods())
                .singleElement()
                .satisfies(each -> assertThat(each.changes().get(0).after()).isEqualTo(100));
    }

    @Test
    void methodsThatExplainWhatBecameWorseComeFirst() {
        for (int i = 0; i < SAMPLES; i++) {
            after.add(Resource.WAITING, List.of("shop.Item.lock", REQUEST), 1);
        }
        spend(after, 100, "shop.Price.sum");
        assertThat(new Growths(spent, before, after, ALLOCATED).methods())
                .extracting(GrownMethod::method)
                .containsExactly("shop.Price.sum", "shop.Item.lock");
        assertThat(new Growths(spent, before, after, Set.of()).methods())
                .extracting(GrownMethod::method)
                .containsExactly("shop.Item.lock", "shop.Price.sum");
    }

    @Test
    void namesTheMethodOfALibraryThatTheApplicationDidNotCall() {
        spend(after, 100, "json.Writer.write", "json.Mapper.write");
        assertThat(new Growths(spent, before, after, ALLOCATED).methods())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.method()).isEqualTo("json.Writer.write");
                    assertThat(each.own()).isFalse();
                    assertThat(each.callers()).containsExactly("json.Mapper.write");
                });
    }

    private static void spend(Profile profile, int samples, String... stack) {
        List<String> all = new ArrayList<>(List.of(stack));
        all.add(REQUEST);
        for (int i = 0; i < samples; i++) {
            profile.add(Resource.ALLOCATION, all, 1);
        }
    }
}
