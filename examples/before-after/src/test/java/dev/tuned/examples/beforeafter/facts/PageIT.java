/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

import dev.tuned.examples.beforeafter.process.VariantProcess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The catalogue's page in a real browser. */
@EnabledIf(
        value = "dev.tuned.examples.beforeafter.facts.Browser#isInstalled",
        disabledReason = "needs chromium and chromedriver on the PATH")
class PageIT {

    @Test
    void thePageShowsWhatIsInForceAndLetsAPersonTryEachEndpoint(@TempDir Path directory) throws Exception {
        ChromeDriver browser = null;
        try (TunedCatalog catalog = new TunedCatalog(directory.resolve("catalog"));
                VariantProcess process = catalog.start()) {
            browser = Browser.start(directory.resolve("profile"));
            browser.get(process.uri("/").toString());
            ChromeDriver page = browser;
            await().until(() -> page.getTitle().equals("Catalogue · tuned"));
            assertThat(page.findElement(By.id("facts")).getText())
                    .contains("up to 1 MB", "asynchronous", "NearCacheManager");

            List<WebElement> forms = page.findElements(By.cssSelector("#forms form"));
            assertThat(forms).hasSizeGreaterThanOrEqualTo(9);
            forms.forEach(form -> form.findElement(By.tagName("button")).click());
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(forms)
                            .extracting(
                                    form -> form.findElement(By.tagName("h3")).getText() + ": " + statusOf(form))
                            .allMatch(answer -> answer.endsWith(" OK")));
            assertThat(page.manage().logs().get(LogType.BROWSER))
                    .extracting(LogEntry::getMessage)
                    .isEmpty();
        } finally {
            if (browser != null) {
                browser.quit();
            }
        }
    }

    private static String statusOf(WebElement form) {
        return form.findElements(By.cssSelector("output b")).stream()
                .map(WebElement::getText)
                .findFirst()
                .orElse("no answer yet");
    }
}
