/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.modules;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.example.neighbours.Market;
import com.example.neighbours.Market.Prices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Spring Modulith: events that a transaction publishes are stored with it, and worked on by another thread once it is committed. */
@SpringBootApplication
@EnableAsync
@Import(Market.class)
public class ModulesApplication {

    private static final Logger logger = LoggerFactory.getLogger(ModulesApplication.class);

    public static void main(String[] args) throws IOException {
        Market.run(ModulesApplication.class, args);
    }

    /** @param id of what was sold */
    public record Sold(String id) {}

    @Service
    public static class Sales {

        private final ApplicationEventPublisher events;

        Sales(ApplicationEventPublisher events) {
            this.events = events;
        }

        @Transactional
        public void sell(String id) {
            events.publishEvent(new Sold(id));
        }

        @Transactional
        public void sellAndFail(String id) {
            events.publishEvent(new Sold(id));
            throw new IllegalStateException("not sold");
        }
    }

    @Service
    public static class Letters {

        private final Prices prices;
        private final BlockingQueue<String> letters = new LinkedBlockingQueue<>();

        Letters(Prices prices) {
            this.prices = prices;
        }

        public String next() throws InterruptedException {
            return letters.poll(20, TimeUnit.SECONDS);
        }

        @ApplicationModuleListener
        public void on(Sold event) {
            logger.info("letter about {}", event.id());
            letters.add("letter about " + prices.price(event.id()) + " by "
                    + Thread.currentThread().getName().replaceAll("\\d+", "N"));
        }
    }

    @RestController
    public static class SalesController {

        private final Sales sales;
        private final Letters letters;
        private final JdbcTemplate jdbc;

        SalesController(Sales sales, Letters letters, JdbcTemplate jdbc) {
            this.sales = sales;
            this.letters = letters;
            this.jdbc = jdbc;
        }

        @GetMapping("/sell/{id}")
        String sell(@PathVariable String id) throws InterruptedException {
            sales.sell(id);
            return letters.next();
        }

        @GetMapping("/fail/{id}")
        String fail(@PathVariable String id) {
            sales.sellAndFail(id);
            return "sold";
        }

        @GetMapping("/publications")
        String publications() throws InterruptedException {
            Integer open = 1;
            for (int i = 0; i < 200 && open > 0; i++) {
                open = jdbc.queryForObject(
                        "select count(*) from EVENT_PUBLICATION where COMPLETION_DATE is null", Integer.class);
                Thread.sleep(50);
            }
            return "publications: " + jdbc.queryForObject("select count(*) from EVENT_PUBLICATION", Integer.class)
                    + ", not completed: " + open;
        }
    }
}
