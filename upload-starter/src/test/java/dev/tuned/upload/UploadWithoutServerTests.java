/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.DefaultMockMvcBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Applications' own tests with MockMvc: with the filter and without, with a mock's parts and with a real body. */
class UploadWithoutServerTests {

    @Test
    void formOfAMockIsTakenAsItIs() throws Exception {
        with(mvc -> assertThat(mvc.perform(MockMvcRequestBuilders.multipart("/all/parameter")
                                .file(new MockMultipartFile("f", "x.bin", "text/plain", new byte[3]))
                                .param("a", "1"))
                        .andReturn()
                        .getResponse()
                        .getContentAsString())
                .startsWith("[1][f, x.bin, text/plain, false, 3, "));
    }

    @Test
    void bodyIsParsedAndNothingIsLeft() throws Exception {
        with(mvc -> assertThat(mvc.perform(MockMvcRequestBuilders.post("/all/parameter")
                                .contentType(FormData.CONTENT_TYPE)
                                .content(new FormData()
                                        .field("a", "1")
                                        .file("f", "x.bin", FormData.random(2_000))
                                        .bytes()))
                        .andReturn()
                        .getResponse()
                        .getContentAsString())
                .startsWith("[1][f, x.bin, application/octet-stream, false, 2000, "));
    }

    private interface Check {
        void accept(MockMvc mvc) throws Exception;
    }

    private static void with(Check test) throws Exception {
        SpringApplication application = new SpringApplicationBuilder(UploadApplication.class).build();
        try (ConfigurableApplicationContext context =
                application.run("--server.port=0", "--server.address=127.0.0.1", "--spring.main.banner-mode=off")) {
            UploadEngine engine = context.getBean(UploadEngine.class);
            DefaultMockMvcBuilder plain = MockMvcBuilders.webAppContextSetup((WebApplicationContext) context);
            test.accept(plain.build());
            assertThat(engine.memory().used()).isZero();
            test.accept(plain.addFilters(new UploadFilter(engine)).build());
            assertThat(engine.memory().used()).isZero();
        }
    }
}
