/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

import dev.tuned.examples.beforeafter.process.VariantProcess;
import dev.tuned.examples.beforeafter.result.ResultsFile;
import dev.tuned.examples.beforeafter.result.ScenarioResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the project shows a person, in a real browser. */
@EnabledIf(
        value = "dev.tuned.examples.beforeafter.facts.Browser#isInstalled",
        disabledReason = "needs chromium and chromedriver on the PATH")
class BrowserIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private ChromeDriver browser;

    @BeforeEach
    void start(@TempDir Path profile) {
        browser = Browser.start(profile);
    }

    @AfterEach
    void quit() {
        browser.quit();
    }

    @Test
    void thePageShowsWhatIsInForceAndLetsAPersonTryEachEndpoint(@TempDir Path directory) throws Exception {
        // Of its own: it has to count one of each stage.
        try (VariantProcess process = TunedCatalog.shared().start()) {
            browser.get(process.uri("/").toString());
            await().atMost(PATIENCE).until(() -> browser.getTitle().equals("Catalogue · tuned"));
            assertThat(browser.findElement(By.id("facts")).getText())
                    .contains("up to 1 MB", "asynchronous", "NearCacheManager");

            List<WebElement> forms = browser.findElements(By.cssSelector("#forms form"));
            assertThat(forms).hasSizeGreaterThanOrEqualTo(9);
            // One by one, as a person does: an answer moves the forms below it.
            for (WebElement form : forms) {
                String endpoint = form.findElement(By.tagName("h3")).getText();
                form.findElement(By.tagName("button")).click();
                awaitAnswer(endpoint).until(() -> statusOf(form).endsWith(" OK"));
            }
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    browser.findElement(By.id("stages")).getText())
                            .contains("key 1 ", "cache read 1 ", "parse 1 "));
            for (WebElement form : forms) {
                if (!form.findElements(By.cssSelector("input[type=file]")).isEmpty()) {
                    assertFileArrives(form, directory);
                }
            }
            assertNoComplaint();
        }
    }

    /** A file that a person chooses: the answer has to hold its digest. */
    private static void assertFileArrives(WebElement form, Path directory) throws Exception {
        byte[] content = new byte[2_000_000];
        new Random(content.length).nextBytes(content);
        Path file = Files.write(directory.resolve("größe.bin"), content);
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        form.findElement(By.cssSelector("input[type=file]")).sendKeys(file.toString());
        form.findElement(By.tagName("button")).click();
        awaitAnswer(form.getText())
                .until(() -> form.findElements(By.cssSelector("output pre")).stream()
                        .map(WebElement::getText)
                        .anyMatch(answer -> answer.contains(digest) && answer.contains("größe.bin")));
        assertThat(statusOf(form)).isEqualTo("201 OK");
    }

    /** The page replaces an answer by the next one, maybe while it is looked at. */
    private static ConditionFactory awaitAnswer(String of) {
        return await(of).atMost(PATIENCE).ignoreException(StaleElementReferenceException.class);
    }

    private static String statusOf(WebElement form) {
        return form.findElements(By.cssSelector("output b")).stream()
                .map(WebElement::getText)
                .findFirst()
                .orElse("no answer yet");
    }

    @Test
    void theReportShowsEveryScenarioWithItsInterval() throws Exception {
        Path run = Path.of("runs/quick");
        List<ScenarioResult> scenarios =
                ResultsFile.read(run.resolve("results.json")).scenarios();
        browser.get(run.resolve("report.html").toUri().toString());
        assertThat(browser.findElement(By.tagName("table")).getText())
                .contains(scenarios.stream().map(ScenarioResult::name).toList());
        List<WebElement> plots = browser.findElements(By.tagName("svg"));
        assertThat(plots).hasSize(scenarios.size()).allMatch(WebElement::isDisplayed);
        assertThat(browser.executeScript("return performance.getEntriesByType('resource').length"))
                .as("requests beyond the file itself")
                .isEqualTo(0L);
        assertNoComplaint();
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
