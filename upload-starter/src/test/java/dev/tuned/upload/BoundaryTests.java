/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class BoundaryTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxk|----WebKitFormBoundary7MA4YWxk",
                "multipart/form-data; boundary=\"a b\"|a b",
                "multipart/form-data;boundary=\"----=_Part_1_1234.5678\"|----=_Part_1_1234.5678",
                "multipart/form-data; boundary=----=_Part_1_1234.5678|----=_Part_1_1234.5678",
                "multipart/form-data; boundary=a==; charset=UTF-8|a==",
                "multipart/form-data; charset=\"x;boundary=y\"; boundary=b|b",
                "Multipart/Form-Data; BOUNDARY=b|b",
                "multipart/form-data; boundary = \"b\" ;x|b",
                "multipart/mixed; boundary=b|b",
                "multipart/form-data; boundary='()+_,-./:=?|'()+_,-./:=?"
            })
    void isReadFromTheContentType(String contentType, String boundary) {
        assertThat(Boundary.of(contentType).value()).isEqualTo(boundary);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "text/plain; boundary=b", "multipart", "application/x-www-form-urlencoded"})
    void isNotLookedForInWhatIsNotMultipart(@Nullable String contentType) {
        assertThat(failure(contentType)).isEqualTo("NOT_MULTIPART");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary",
                "multipart/form-data; boundary=",
                "multipart/form-data; boundary=\"\"",
                "multipart/form-data; boundary=\"b",
                "multipart/form-data; boundary=\"b \"",
                "multipart/form-data; boundary=\"a\\\"b\"",
                "multipart/form-data; boundary=a\rb",
                "multipart/form-data; boundary=a\0b",
                "multipart/form-data; boundary=\u00fc",
                "multipart/form-data; boundary=a@b",
                "multipart/form-data; boundary=a*b"
            })
    void isRefusedWhereMissingOrOfOtherCharacters(String contentType) {
        assertThat(failure(contentType)).isEqualTo("MALFORMED");
    }

    @Test
    void isOfSeventyCharactersAtMost() {
        assertThat(failure("multipart/form-data; boundary=" + "a".repeat(70))).isEqualTo("none");
        assertThat(failure("multipart/form-data; boundary=" + "a".repeat(71))).isEqualTo("MALFORMED");
        assertThat(failure("multipart/form-data; boundary=" + "a".repeat(4096))).isEqualTo("MALFORMED");
    }

    private static String failure(@Nullable String contentType) {
        return ParseFailures.of(() -> Boundary.of(contentType));
    }
}
