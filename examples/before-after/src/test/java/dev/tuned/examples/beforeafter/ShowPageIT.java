/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

import dev.tuned.bench.command.Program;
import dev.tuned.examples.beforeafter.row.Rows;
import dev.tuned.examples.catalog.Browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The program's page in a real browser, from the command to the signal that ends it. */
@Tag("baseline")
@EnabledOnOs(OS.LINUX)
@EnabledIf(
        value = "dev.tuned.examples.catalog.Browser#isInstalled",
        disabledReason = "needs chromium and chromedriver on the PATH")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ShowPageIT {

    private static final String JAR = Program.jar("before-after", "before-after");
    private static final String READY = "ready: ";

    /** The machine may be busy with other tests. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private static Path directory;

    private static Process program;
    private static String address;
    private static ChromeDriver browser;

    @BeforeAll
    static void start() throws Exception {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        program = Program.process(
                        JAR, List.of("-Djava.io.tmpdir=" + temporary), directory, List.of("show", "--port", "0"))
                .start();
        List<String> said = new ArrayList<>();
        BufferedReader lines = program.inputReader();
        for (String line = lines.readLine(); line != null && address == null; ) {
            said.add(line);
            if (line.startsWith(READY)) {
                address = line.substring(READY.length());
            } else {
                line = lines.readLine();
            }
        }
        assertThat(address).as(said.toString()).startsWith("http://127.0.0.1:");
        browser = Browser.start(directory.resolve("profile"));
        browser.get(address);
        await().atMost(PATIENCE)
                .until(() -> browser.findElements(By.tagName("section")).size()
                        == Rows.byName().size());
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.quit();
        }
        if (program != null) {
            program.destroy();
        }
    }

    /** Before it has been played, a row is a title and a button. */
    @Test
    @Order(1)
    void eachRowCanBePlayedAndNoneHas() {
        assertThat(browser.findElements(By.cssSelector("section h2")))
                .extracting(WebElement::getText)
                .contains(
                        "180 slow uploads are answered, with less on disk",
                        "Requests are answered while the log is stuck");
        assertThat(browser.findElements(By.cssSelector("section button"))).allMatch(WebElement::isEnabled);
        assertThat(browser.findElements(By.className("value"))).isEmpty();
    }

    @Test
    @Order(2)
    void anotherSiteCannotPutLoadOnThisMachine() throws Exception {
        assertThat(status("POST", "run?all", "http://example.com")).isEqualTo(403);
        assertThat(status("POST", "run?unknown", null)).isEqualTo(404);
        assertThat(status("GET", "run?all", null)).isEqualTo(404);
    }

    private static int status(String method, String path, String origin) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).method(method, HttpRequest.BodyPublishers.noBody());
        if (origin != null) {
            request.header("Origin", origin);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.discarding())
                .statusCode();
    }

    /** Queued at once, they are played one after the other. */
    @Tag("nightly")
    @Test
    @Order(3)
    void aRowThatIsPlayedDrawsThreeColumns() {
        Browser.click(browser, browser.findElement(By.cssSelector("#unread-console button")));
        WebElement section = browser.findElement(By.id("unread-console"));
        await().atMost(PATIENCE).until(() -> List.of("done", "failed").contains(section.getDomAttribute("data-state")));
        assertThat(section.getDomAttribute("data-state")).as(section.getText()).isEqualTo("done");
        assertThat(section.findElements(By.className("name")))
                .extracting(WebElement::getText)
                .containsExactly("stock", "best property", "tuned");
        assertThat(section.findElement(By.className("note")).getText())
                .matches("held, and by no property|This machine is busy: .+|not held in 1 of 1");
        assertThat(section.findElement(By.tagName("button")).isEnabled()).isTrue();
        assertThat(browser.findElements(By.cssSelector("#unread-console .failed .value")))
                .extracting(WebElement::getText)
                .hasSize(2)
                .allMatch(words -> words.matches("hangs after [\\d,]+ of 1,500"));
        assertThat(browser.findElement(By.cssSelector("#unread-console .tuned .value"))
                        .getText())
                .startsWith("1,500 of 1,500 answered");
        assertNoComplaint();
    }

    @ParameterizedTest
    @CsvSource({"1280,light", "1280,dark", "375,light", "375,dark"})
    @Order(4)
    void nothingOverlapsOrScrollsSideways(int width, String scheme) throws Exception {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
        assertThat(browser.executeScript(
                        "return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .isEqualTo(0L);
        assertThat(browser.executeScript("return [...document.querySelectorAll('h2, p, button, .name, .value')]"
                        + ".filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"))
                .isEqualTo(List.of());
        Path kept = Path.of("target", "page", width + "-" + scheme + ".png");
        Files.createDirectories(kept.getParent());
        Object picture = browser.executeCdpCommand("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
                .get("data");
        Files.write(kept, Base64.getDecoder().decode(String.valueOf(picture)));
    }

    @Test
    @Order(5)
    void sigtermWithinARowLeavesNoProcessAndNoDirectory() throws Exception {
        Browser.click(browser, browser.findElement(By.id("all")));
        // The services of three columns, Couchbase and the watchdog.
        await().atMost(PATIENCE).until(() -> program.descendants().count() >= 5);
        List<ProcessHandle> started = program.descendants().toList();
        program.destroy();
        program.waitFor();
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(started).noneMatch(ProcessHandle::isAlive);
            try (Stream<Path> files = Files.list(directory.resolve("tmp"))) {
                assertThat(files.filter(file -> !file.toString().contains("hsperfdata")))
                        .isEmpty();
            }
        });
        await().until(() -> browser.findElement(By.id("lost")).isDisplayed());
    }

    /** Nothing but what is logged here, without which an empty log would say nothing. */
    private static void assertNoComplaint() {
        browser.executeScript("console.error('end of the test')");
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .singleElement()
                .asString()
                .contains("end of the test");
    }
}
