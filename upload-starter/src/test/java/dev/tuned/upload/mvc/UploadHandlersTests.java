/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.util.List;
import java.util.Optional;

import jakarta.servlet.http.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.core.convert.ConversionService;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.autoconfigure.UploadAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** Handlers that cannot work stop the start. */
class UploadHandlersTests {

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UploadAutoConfiguration.class,
                    MultipartAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class));

    @ParameterizedTest
    @ValueSource(
            classes = {OneFile.class, Files.class, OneOrNone.class, ServletPart.class, Json.class, WholeRequest.class})
    void partBesideAStreamStopsTheStart(Class<?> controller) {
        web.withUserConfiguration(controller)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("takes an UploadStream, which leaves no parts")
                        .hasMessageContaining(controller.getSimpleName()));
    }

    @Test
    void limitsOfAMethodThatDoesNotStreamStopTheStart() {
        web.withUserConfiguration(Limited.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("spring.servlet.multipart.max-file-size"));
    }

    @Test
    void otherArgumentsBesideAStreamDoNot() {
        web.withUserConfiguration(Others.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void listenerMayNeedABeanOfSpringMvc() {
        web.withUserConfiguration(Listener.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    record Listener(@Qualifier("mvcConversionService") ConversionService conversions) implements UploadListener {}

    @RestController
    static class OneFile {

        @PostMapping("/upload")
        void upload(UploadStream upload, @RequestParam MultipartFile file) {}
    }

    @RestController
    static class Files {

        @PostMapping("/upload")
        void upload(@RequestParam List<MultipartFile> files, UploadStream upload) {}
    }

    @RestController
    static class OneOrNone {

        @PostMapping("/upload")
        void upload(UploadStream upload, @RequestParam Optional<MultipartFile> file) {}
    }

    @RestController
    static class ServletPart {

        @PostMapping("/upload")
        void upload(UploadStream upload, Part part) {}
    }

    @RestController
    static class Json {

        @PostMapping("/upload")
        void upload(UploadStream upload, @RequestPart("json") String json) {}
    }

    @RestController
    static class WholeRequest {

        @PostMapping("/upload")
        void upload(UploadStream upload, MultipartHttpServletRequest request) {}
    }

    @RestController
    static class Limited {

        @PostMapping("/upload")
        @UploadLimits(maxFileSize = "1KB")
        void upload(@RequestParam MultipartFile file) {}
    }

    @RestController
    static class Others {

        @PostMapping("/upload")
        void upload(UploadStream upload, @RequestParam String q, @RequestParam Optional<Integer> size) {}
    }
}
