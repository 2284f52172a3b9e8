/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.example.neighbours.Market;
import com.example.neighbours.Market.Prices;
import org.apache.wicket.Page;
import org.apache.wicket.protocol.http.WebApplication;
import org.apache.wicket.protocol.http.WicketFilter;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Pages by Thymeleaf, with versions in the addresses of resources, and by Wicket, which reads an upload itself. */
@SpringBootApplication
@Import(Market.class)
public class PagesApplication {

    public static void main(String[] args) throws IOException {
        Files.createDirectories(Path.of("pages"));
        Files.writeString(
                Path.of("pages/price.html"),
                "<html xmlns:th=\"http://www.thymeleaf.org\"><body><p th:text=\"|page: ${price}|\"></p>"
                        + "<a th:href=\"@{/list.txt}\">list</a></body></html>");
        Market.run(PagesApplication.class, args);
    }

    @Controller
    public static class PriceController {

        private final Prices prices;

        PriceController(Prices prices) {
            this.prices = prices;
        }

        @GetMapping("/page/{id}")
        String page(@PathVariable String id, Model model) {
            model.addAttribute("price", prices.price(id));
            return "price";
        }
    }

    @Bean
    FilterRegistrationBean<WicketFilter> wicket() {
        WicketFilter filter = new WicketFilter(new WebApplication() {
            @Override
            public Class<? extends Page> getHomePage() {
                return UploadPage.class;
            }

            @Override
            protected void init() {
                super.init();
                getCspSettings().blocking().disabled();
                mountPage("form", UploadPage.class);
            }
        });
        FilterRegistrationBean<WicketFilter> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns("/wicket/*");
        registration.addInitParameter(WicketFilter.FILTER_MAPPING_PARAM, "/wicket/*");
        registration.addInitParameter("configuration", "deployment");
        return registration;
    }
}
