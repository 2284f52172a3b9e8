/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.nio.charset.StandardCharsets;
import java.util.List;

import com.example.neighbours.Market;
import com.example.neighbours.pages.PagesApplication;
import org.springframework.util.DigestUtils;

import dev.tuned.examples.dropin.Application;

/** Thymeleaf with versions in the addresses of resources, and Wicket, which reads an upload itself. */
class PagesScenario extends NeighbourScenario {

    /** The version of the static file. */
    private static final String LIST =
            DigestUtils.md5DigestAsHex(Market.ListFile.CONTENT.getBytes(StandardCharsets.UTF_8));

    @Override
    public Application application() {
        return market(PagesApplication.class, "spring-boot-starter-thymeleaf", "org.apache.wicket:wicket-spring")
                .arguments(
                        "--spring.thymeleaf.prefix=file:pages/",
                        "--spring.web.resources.chain.strategy.content.enabled=true",
                        "--spring.web.resources.chain.strategy.content.paths=/**");
    }

    @Override
    List<String> requests() {
        return List.of(
                get("/page/pears"),
                get("/page/pears"),
                get("/list-" + LIST + ".txt"),
                get("/list-" + LIST + ".txt", "Range: bytes=100-299"),
                get("/wicket/form"),
                upload("/wicket/form?0-1.-upload", 3_000),
                upload("/wicket/form?0-1.-upload", 300_000));
    }

    @Override
    void requireActed(String seen) {
        require(seen, "page: pears by call", "href=\"/list-" + LIST + ".txt\"", "wicket: a&lt;b&gt;.txt 300000 ");
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
