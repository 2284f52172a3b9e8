/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** The Chromium installed on this machine, if one is; nothing is downloaded. */
public final class Browser {

    private Browser() {}

    public static boolean isInstalled() {
        return chromium().isPresent() && onPath("chromedriver").isPresent();
    }

    /** Starts it without a window and with a profile of its own. */
    public static ChromeDriver start(Path profile) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium().orElseThrow().toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(onPath("chromedriver").orElseThrow().toFile())
                // Its twenty seconds are too few on a busy machine.
                .withTimeout(Duration.ofMinutes(2))
                .build();
        return new ChromeDriver(service, options);
    }

    /** Clicks it wherever it is: a page that still grows moves it away from under the pointer. */
    public static void click(ChromeDriver browser, WebElement element) {
        browser.executeScript("arguments[0].click()", element);
    }

    private static Optional<Path> chromium() {
        return Stream.of("chromium", "google-chrome", "chromium-browser")
                .flatMap(name -> onPath(name).stream())
                .findFirst();
    }

    private static Optional<Path> onPath(String name) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
