/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.result.RowResult;
import dev.tuned.examples.catalog.Browser;

import static org.assertj.core.api.Assertions.assertThat;

/** The committed report, in a real browser. */
@EnabledIf(
        value = "dev.tuned.examples.catalog.Browser#isInstalled",
        disabledReason = "needs chromium and chromedriver on the PATH")
class ReportIT {

    @Test
    void theFirstScreenSaysWhatTheRunCameTo(@TempDir Path profile) throws Exception {
        Path run = Path.of("runs/default");
        Results results = ResultsFile.read(run.resolve("results.json"));
        ChromeDriver browser = Browser.start(profile);
        try {
            browser.get(run.resolve("report.html").toUri().toString());
            WebElement sentence = browser.findElement(By.tagName("h1"));
            assertThat(sentence.getText()).endsWith(results.sentence());
            assertThat(browser.findElement(By.tagName("body")).getText())
                    .contains(results.rows().stream().map(RowResult::title).toList());
            assertThat(browser.executeScript("return performance.getEntriesByType('resource').length"))
                    .as("requests beyond the file itself")
                    .isEqualTo(0L);
            assertThat(browser.executeScript(
                            "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                    .as("no scrolling to the side")
                    .isEqualTo(true);
            // Nothing but what is logged here, without which an empty log would say nothing.
            browser.executeScript("console.error('end of the test')");
            assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                    .singleElement()
                    .asString()
                    .contains("end of the test");
        } finally {
            browser.quit();
        }
    }
}
