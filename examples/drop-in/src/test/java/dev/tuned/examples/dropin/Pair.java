/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A scenario played twice at the same time, without the starters and with them. */
final class Pair {

    private final Scenario scenario;
    private final Jdk jdk;
    private final Path directory;
    private String served = "";

    Pair(Scenario scenario, Jdk jdk, Path directory) {
        this.scenario = scenario;
        this.jdk = jdk;
        this.directory = directory;
    }

    Map<String, Difference> run() throws Exception {
        try (RunningApplication stock = start("stock", scenario.application());
                RunningApplication tuned = start("tuned", scenario.tuned())) {
            if (scenario.sideBySide()) {
                CompletableFuture<Void> first =
                        CompletableFuture.runAsync(() -> play(stock), task -> new Thread(task, "stock").start());
                play(tuned);
                first.join();
            } else {
                play(stock);
                play(tuned);
            }
            if (!scenario.startFails()) {
                stock.requireItRan();
            }
            served = tuned.served();
            return Difference.between(normalized(stock), normalized(tuned));
        }
    }

    /** What the second application told of how its requests were served; empty if nothing. */
    String served() {
        return served;
    }

    private RunningApplication start(String side, Application application) throws Exception {
        Path home = Files.createDirectories(directory.resolve(side));
        return RunningApplication.start(application, jdk, home, scenario.patience());
    }

    private void play(RunningApplication application) {
        try {
            application.awaitReady();
            scenario.exercise(application, application.recording());
            application.end();
        } catch (Exception ex) {
            throw new CompletionException(ex);
        }
    }

    private Map<String, Map<String, String>> normalized(RunningApplication application) {
        Normalizer normalizer = Normalizer.of(application);
        Map<String, Map<String, String>> cases = new LinkedHashMap<>();
        application.recording().cases().forEach((name, aspects) -> {
            Map<String, String> texts = new LinkedHashMap<>();
            aspects.forEach((aspect, text) -> texts.put(aspect, normalizer.apply(scenario.normalize(text))));
            cases.put(name, texts);
        });
        return cases;
    }
}
