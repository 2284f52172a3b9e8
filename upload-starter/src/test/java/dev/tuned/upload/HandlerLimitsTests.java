/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.PropertyPlaceholderHelper;
import org.springframework.util.unit.DataSize;

import static dev.tuned.upload.UploadHandlerFunction.uploading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HandlerLimitsTests {

    private static final Limit ANY = new Limit(7, "any");

    private final ParserLimits application = new ParserLimits(
            new Limit(1 << 20, "tuned.upload.max-file-size"),
            ANY,
            new Limit(10 << 20, "tuned.upload.max-request-size"),
            ANY,
            ANY,
            ANY);

    private final HandlerLimits limits = new HandlerLimits(
            application,
            text -> new PropertyPlaceholderHelper("${", "}").replacePlaceholders(text, Map.of("small", "5KB")::get));

    @Test
    void applicationsLimitsHoldWithoutAnnotation() throws Exception {
        assertThat(of(Plain.class, "none")).isEqualTo(application);
        assertThat(limits.of(uploading((request, upload) -> null))).isEqualTo(application);
    }

    @ParameterizedTest
    @CsvSource({
        "file, 5120, 10485760",
        "request, 1048576, 5120",
        "large, 1073741824, 1074790400",
        "unlimited, -1, -1",
        "both, 1073741824, 2147483648"
    })
    void methodsLimitsTakeTheirPlace(String method, long file, long request) throws Exception {
        ParserLimits found = of(Plain.class, method);
        assertThat(found.maxFileSize().value()).isEqualTo(file);
        assertThat(found.maxRequestSize().value()).isEqualTo(request);
        assertThat(found.maxFieldSize()).isEqualTo(ANY);
    }

    @Test
    void limitNamesTheAnnotationThatSetsIt() throws Exception {
        assertThat(of(Plain.class, "file").maxFileSize().property())
                .isEqualTo("@UploadLimits(maxFileSize) on Plain.file");
        assertThat(of(Plain.class, "file").maxRequestSize().property()).isEqualTo("tuned.upload.max-request-size");
        assertThat(of(Plain.class, "large").maxRequestSize().property())
                .isEqualTo("@UploadLimits(maxFileSize) on Plain.large");
        assertThat(of(OfClass.class, "none").maxFileSize().property())
                .isEqualTo("@UploadLimits(maxFileSize) on OfClass");
    }

    @Test
    void methodsLimitWinsOverThatOfTheClass() throws Exception {
        assertThat(of(OfClass.class, "none").maxFileSize().value()).isEqualTo(2048);
        assertThat(of(OfClass.class, "own").maxFileSize().value()).isEqualTo(3072);
        assertThat(of(OfClass.class, "request").maxFileSize().value()).isEqualTo(2048);
    }

    @Test
    void functionsLimitsTakeTheirPlace() {
        ParserLimits found = limits.of(uploading((request, upload) -> null).maxFileSize(DataSize.ofGigabytes(1)));
        assertThat(found.maxFileSize()).isEqualTo(new Limit(1L << 30, "UploadHandlerFunction.maxFileSize"));
        assertThat(found.maxRequestSize().value()).isEqualTo((1L << 30) + (1 << 20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "negative", "unknown"})
    void valueThatIsNoSizeIsExplained(String method) {
        assertThatExceptionOfType(InvalidUploadHandlerException.class)
                .isThrownBy(() -> of(Wrong.class, method))
                .withMessageContaining("@UploadLimits(maxFileSize) on Wrong." + method)
                .withMessageContaining("has the value");
    }

    private ParserLimits of(Class<?> type, String method) throws NoSuchMethodException {
        return limits.of(type, type.getDeclaredMethod(method));
    }

    static class Plain {

        void none() {}

        @UploadLimits(maxFileSize = "${small}")
        void file() {}

        @UploadLimits(maxRequestSize = "5KB")
        void request() {}

        @UploadLimits(maxFileSize = "1GB")
        void large() {}

        @UploadLimits(maxFileSize = "-1")
        void unlimited() {}

        @UploadLimits(maxFileSize = "1GB", maxRequestSize = "2GB")
        void both() {}
    }

    @UploadLimits(maxFileSize = "2KB")
    static class OfClass {

        void none() {}

        @UploadLimits(maxFileSize = "3KB")
        void own() {}

        @UploadLimits(maxRequestSize = "4KB")
        void request() {}
    }

    static class Wrong {

        @UploadLimits(maxFileSize = "much")
        void text() {}

        @UploadLimits(maxFileSize = "-5KB")
        void negative() {}

        @UploadLimits(maxFileSize = "${absent}")
        void unknown() {}
    }
}
