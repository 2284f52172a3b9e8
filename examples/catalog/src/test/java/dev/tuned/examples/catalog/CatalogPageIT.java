/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The page in a real browser, with two services side by side. */
@EnabledIf(
        value = "dev.tuned.examples.catalog.Browser#isInstalled",
        disabledReason = "needs chromium and chromedriver on the PATH")
@Tag("nightly")
class CatalogPageIT {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext left;
    private static ConfigurableApplicationContext right;

    private static ChromeDriver browser;

    @BeforeAll
    static void startServices(@TempDir Path directory) throws Exception {
        browser = Browser.start(directory.resolve("profile"));
        Path report = Files.writeString(directory.resolve("report.html"), "<title>A report</title>");
        left = service("left", "--catalog.report=" + report);
        right = service("right");
    }

    private static ConfigurableApplicationContext service(String variant, String... more) {
        String[] arguments = Stream.concat(Stream.of("--server.port=0", "--info.variant=" + variant), Stream.of(more))
                .toArray(String[]::new);
        return new SpringApplicationBuilder(CatalogApplication.class).run(arguments);
    }

    @AfterAll
    static void stopServices() {
        browser.quit();
        left.close();
        right.close();
    }

    /** Nothing is remembered of the test before. */
    @BeforeEach
    void forget() {
        browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        browser.get(address(left) + "/hello");
        browser.executeScript("localStorage.clear()");
        browser.get("about:blank");
        browser.manage().logs().get(LogType.BROWSER);
    }

    @Test
    void countersOfBothServicesMove() throws Exception {
        open();
        assertThat(head("counters", 1)).contains("left");
        assertThat(head("counters", 2)).contains("right");
        await().until(() -> !cell("counters", "Platform threads", 2).isBlank());
        assertThat(cell("counters", "Log queue", 1)).isEmpty();
        for (int product = 1; product <= 50; product++) {
            read(left, product);
            read(right, product);
        }
        await().until(() ->
                number("counters", "Couchbase commands", 1) >= 50 && number("counters", "Couchbase commands", 2) >= 50);
        assertNoComplaint();
    }

    @Test
    void aButtonMovesEachCounter() {
        open();
        await().until(() -> number("counters", "Couchbase commands", 2) >= 0);
        long[] before = {number("counters", "Log lines", 1), number("counters", "Log lines", 2)};
        answered("orders", "20 orders");
        answered("reads", "20 reads");
        answered("waits", "6 waits");
        for (int side = 1; side <= 2; side++) {
            int column = side;
            await().until(() -> number("counters", "Log lines", column) >= before[column - 1] + 20 * 13);
            await().until(() -> number("counters", "Requests of /slow, peak", column) >= 2);
            await().until(() -> number("counters", "Couchbase commands", column) >= 1);
        }
        assertNoComplaint();
    }

    @Test
    void anUploadShowsTheBrowsersProgressAndTheDigest(@TempDir Path directory) throws Exception {
        open();
        await().until(() -> cell("counters", "Temporary files", 2).startsWith("0"));
        byte[] content = new byte[2_000_000];
        new Random(1).nextBytes(content);
        browser.findElement(By.cssSelector("#upload input[type=file]"))
                .sendKeys(Files.write(directory.resolve("größe.bin"), content).toString());
        send("upload", Map.of());
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        for (int side = 1; side <= 2; side++) {
            int column = side;
            await().until(() -> cell("uploads", "Answer", column).contains(digest.substring(0, 12)));
            assertThat(cell("uploads", "Answer", side)).contains("2,000,000 bytes");
            await().until(() -> number("counters", "Temporary files", column) >= 1);
        }
        assertThat(browser.findElements(By.tagName("progress")))
                .allMatch(progress -> "1".equals(progress.getDomProperty("value")));
        assertNoComplaint();
    }

    @Test
    void randomBytesAreSentWithoutAFile() {
        open();
        send("upload", Map.of("kilobytes", "300"));
        for (int side = 1; side <= 2; side++) {
            int column = side;
            await().until(() -> cell("uploads", "Answer", column).contains("307,200 bytes"));
        }
    }

    @Test
    void theOtherServiceIsRememberedAndHasToBeOnThisMachine() {
        open();
        browser.get(address(left));
        await().until(() -> head("counters", 2).contains("right"));
        send("other", Map.of("address", "http://example.com"));
        await().during(Duration.ofMillis(1500)).until(() -> text("#hint").contains("on this machine"));
        send("other", Map.of("address", ""));
        await().until(() -> head("counters", 2).contains("no other"));
        assertNoComplaint();
    }

    @Test
    void theOtherServiceIsAskedToTheEndWhenItIsRemovedMeanwhile() {
        open();
        browser.executeScript("""
                const send = window.fetch, form = document.getElementById('other'), right = arguments[0];
                window.fetch = (url, ...more) => {
                    if (url.startsWith(right + '/actuator/metrics/') && form.elements.address.value) {
                        form.elements.address.value = '';
                        form.requestSubmit();
                    }
                    return send(url, ...more);
                };""", address(right));
        await().until(() -> head("counters", 2).contains("no other"));
        await().pollDelay(Duration.ofSeconds(1)).until(() -> head("counters", 2).contains("no other"));
        assertNoComplaint();
    }

    @Test
    void theReportIsServedWhereItIsConfigured() {
        open();
        await().until(() -> !browser.findElements(By.cssSelector("#report a")).isEmpty());
        Browser.click(browser, browser.findElement(By.cssSelector("#report a")));
        await().until(() -> browser.getTitle().equals("A report"));
        browser.get(address(right));
        await().until(() -> browser.findElement(By.id("report")).getText().contains("before-after.jar"));
    }

    @ParameterizedTest
    @CsvSource({"1280,light", "1280,dark", "500,light", "375,light", "360,dark"})
    void nothingOverlapsOrScrollsSideways(int width, String scheme) throws Exception {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
        open();
        send("upload", Map.of("kilobytes", "300"));
        await().until(() -> cell("uploads", "Answer", 2).contains("307,200 bytes"));
        answered("reads", "20 reads");
        assertThat(browser.executeScript(
                        "return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .isEqualTo(0L);
        assertThat(browser.executeScript("return [...document.querySelectorAll('th, td, label, button, p')]"
                        + ".filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"))
                .isEqualTo(List.of());
        Path kept = Path.of("target", "page", width + "-" + scheme + ".png");
        Files.createDirectories(kept.getParent());
        Object picture = browser.executeCdpCommand("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
                .get("data");
        Files.write(kept, Base64.getDecoder().decode(String.valueOf(picture)));
    }

    private void open() {
        browser.get(address(left) + "/?other=" + address(right));
        await().until(() -> browser.getTitle().equals("Catalogue · left and right"));
    }

    private static String address(ConfigurableApplicationContext service) {
        return "http://127.0.0.1:" + service.getEnvironment().getRequiredProperty("local.server.port");
    }

    private static void read(ConfigurableApplicationContext service, int product) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address(service) + "/products/" + product))
                .build();
        assertThat(CLIENT.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
    }

    private void send(String form, Map<String, String> values) {
        WebElement element = browser.findElement(By.id(form));
        values.forEach((name, value) -> {
            WebElement input = element.findElement(By.name(name));
            input.clear();
            input.sendKeys(value);
        });
        WebElement button = element.findElement(By.tagName("button"));
        await().until(button::isEnabled);
        Browser.click(browser, button);
    }

    /** Presses the button of a row until both services have answered all its requests: a busy machine refuses some. */
    private void answered(String id, String row) {
        WebElement button = browser.findElement(By.cssSelector("#" + id + " button"));
        await().untilAsserted(() -> {
            String left = cell("requests", row, 1);
            String right = cell("requests", row, 2);
            if (button.isEnabled() && !(left.contains("all answered") && right.contains("all answered"))) {
                Browser.click(browser, button);
            }
            assertThat(List.of(left, right)).allMatch(text -> text.contains("all answered"));
        });
    }

    private String head(String table, int column) {
        return text("#" + table + " thead th:nth-child(" + (column + 1) + ")");
    }

    /** The text of a counter's cell, or nothing where there is no such row. */
    private String cell(String table, String row, int column) {
        return await().ignoreException(StaleElementReferenceException.class)
                .until(
                        () -> browser.findElements(By.cssSelector("#" + table + " tbody tr")).stream()
                                .filter(each -> each.findElement(By.tagName("th"))
                                        .getText()
                                        .lines()
                                        .findFirst()
                                        .orElse("")
                                        .equals(row))
                                .map(each -> each.findElements(By.tagName("td")).get(column - 1))
                                .map(WebElement::getText)
                                .findFirst()
                                .orElse(""),
                        text -> true);
    }

    private long number(String table, String row, int column) {
        String text = cell(table, row, column).lines().findFirst().orElse("").replace(",", "");
        return text.matches("\\d+") ? Long.parseLong(text) : -1;
    }

    private String text(String selector) {
        return browser.findElement(By.cssSelector(selector)).getText();
    }

    /** Nothing but what is logged here, without which an empty log would say nothing. */
    private void assertNoComplaint() {
        browser.executeScript("console.error('end of the test')");
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .singleElement()
                .asString()
                .contains("end of the test");
    }
}
