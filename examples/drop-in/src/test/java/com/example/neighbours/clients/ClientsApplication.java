/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.clients;

import java.io.IOException;
import java.net.URI;

import com.example.neighbours.Market;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Clients that call the market itself: OpenFeign's, each with a child context, and an HTTP interface of Spring's. */
@SpringBootApplication
@EnableFeignClients
@Import(Market.class)
public class ClientsApplication {

    public static void main(String[] args) throws IOException {
        Market.run(ClientsApplication.class, args);
    }

    @FeignClient(name = "stalls", url = "http://localhost")
    public interface FeignStalls {

        @GetMapping("/price/{id}")
        String price(URI market, @PathVariable("id") String id);

        @PostMapping(path = "/upload", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
        String upload(URI market, @RequestPart("file") MultipartFile file);
    }

    /** Spring's. */
    public interface ExchangeStalls {

        @GetExchange("/price/{id}")
        String price(@PathVariable("id") String id);

        @PostExchange("/upload")
        String upload(@RequestPart("file") Resource file);
    }

    @RestController
    public static class Calls {

        private final FeignStalls feign;
        private final Environment environment;

        Calls(FeignStalls feign, Environment environment) {
            this.feign = feign;
            this.environment = environment;
        }

        @GetMapping("/feign")
        String feign() {
            URI market = URI.create(market());
            byte[] content = "from feign ".repeat(20_000).getBytes();
            return "feign: " + feign.price(market, "plums") + ", " + feign.price(market, "plums") + ", "
                    + feign.upload(market, new MockMultipartFile("file", "feign.txt", "text/plain", content));
        }

        @GetMapping("/exchange")
        String exchange() {
            ExchangeStalls stalls = HttpServiceProxyFactory.builderFor(
                            RestClientAdapter.create(RestClient.create(market())))
                    .build()
                    .createClient(ExchangeStalls.class);
            Resource file =
                    new ByteArrayResource("from an interface ".repeat(20_000).getBytes()) {
                        @Override
                        public String getFilename() {
                            return "exchange.txt";
                        }
                    };
            return "exchange: " + stalls.price("figs") + ", " + stalls.price("figs") + ", " + stalls.upload(file);
        }

        private String market() {
            return "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port");
        }
    }
}
