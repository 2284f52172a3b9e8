/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VerdictTests {

    private static final String NAME = "upload/forms/empty";
    private static final String ENTRY = """
            # Known differences

            ## Empty forms

            Starter: upload. Waits for: issue 15.

            They are refused.

            """;

    private static final Map<String, Difference> EQUAL = pair("status", "200", "200");
    private static final Map<String, Difference> DIFFERENT = pair("status", "200", "400");

    @Test
    void aDifferenceThatRepeatsFails() {
        Verdict verdict = verdict(DIFFERENT, DIFFERENT, "");

        assertThat(verdict.outcome()).isEqualTo(Verdict.Outcome.FAILED);
        assertThat(verdict.explanation()).contains("- `" + NAME + "`: status", "stock: 200", "tuned: 400");
    }

    @Test
    void aDifferenceOfOnePairDoesNot() {
        assertThat(verdict(DIFFERENT, EQUAL, "").outcome()).isEqualTo(Verdict.Outcome.EQUAL);
    }

    @Test
    void aKnownDifferenceDoesNot() {
        assertThat(verdict(DIFFERENT, DIFFERENT, "- `" + NAME + "`: status").outcome())
                .isEqualTo(Verdict.Outcome.KNOWN);
    }

    @Test
    void anEntryCoversOnlyItsOwnAspects() {
        assertThat(verdict(DIFFERENT, DIFFERENT, "- `" + NAME + "`: body").outcome())
                .isEqualTo(Verdict.Outcome.FAILED);
    }

    @Test
    void anEntryThatNoLongerOccursFails() {
        Verdict verdict = verdict(EQUAL, EQUAL, "- `" + NAME + "`: status");

        assertThat(verdict.outcome()).isEqualTo(Verdict.Outcome.FAILED);
        assertThat(verdict.explanation()).contains("No longer differs in [status]");
    }

    @Test
    void anEntryForAnotherJavaDoesNotCount() {
        assertThat(verdict(EQUAL, EQUAL, "- `" + NAME + "`: status [java 17]").outcome())
                .isEqualTo(Verdict.Outcome.EQUAL);
    }

    @Test
    void anEntryWithoutACaseFails() {
        Expected expected = expected("- `upload/forms/gone`: status");

        assertThat(Verdict.of(EQUAL, EQUAL, "upload/forms/", expected)
                        .get("upload/forms/gone")
                        .outcome())
                .isEqualTo(Verdict.Outcome.FAILED);
    }

    @Test
    void anEntryForSeveralScenariosCountsWhereItOccurs() {
        Expected expected = expected("- `upload/*/empty`: stat*, body");

        assertThat(Verdict.of(DIFFERENT, DIFFERENT, "upload/forms/", expected)
                        .get(NAME)
                        .outcome())
                .isEqualTo(Verdict.Outcome.KNOWN);
        assertThat(expected.neverOccurred()).containsExactly("upload/*/empty: body");
    }

    @Test
    void whatIsOursByNameIsNoDifference() {
        Map<String, Difference> beans = Difference.between(
                Map.of("beans", Map.of("multipartResolver", "org.springframework.Resolver")),
                Map.of(
                        "beans",
                        Map.of(
                                "multipartResolver", "dev.tuned.upload.TunedResolver",
                                "tunedUploadLine", "dev.tuned.upload.Line",
                                "other", "org.springframework.Other")));

        assertThat(beans.get("beans").aspects()).containsExactly("multipartResolver", "other");
    }

    @Test
    void linesOfOurLoggersAreNoDifference() {
        Map<String, Difference> logs = Difference.between(
                Map.of("process", Map.of("log", "INFO  a.B started")),
                Map.of("process", Map.of("log", "INFO  dev.tuned.upload.Line on\nmore of it\nINFO  a.B started")));

        assertThat(logs.get("process").aspects()).isEmpty();
    }

    private static Verdict verdict(Map<String, Difference> first, Map<String, Difference> second, String entry) {
        return Verdict.of(first, second, "upload/forms/", expected(entry)).get(NAME);
    }

    private static Expected expected(String entry) {
        return new Expected(KnownDifferences.parse(ENTRY + entry).of("upload/", 25, "4.0"));
    }

    private static Map<String, Difference> pair(String aspect, String stock, String tuned) {
        return Difference.between(Map.of(NAME, Map.of(aspect, stock)), Map.of(NAME, Map.of(aspect, tuned)));
    }
}
