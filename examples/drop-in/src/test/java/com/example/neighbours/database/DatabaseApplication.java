/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import com.example.neighbours.Market;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.listener.QueryExecutionListener;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A database behind HikariCP: migrated by Flyway, its statements logged by p6spy's driver and by a proxy around the data source. */
@SpringBootApplication
@Import(Market.class)
public class DatabaseApplication {

    private static final Logger logger = LoggerFactory.getLogger(DatabaseApplication.class);

    public static void main(String[] args) throws IOException {
        System.setProperty("p6spy.config.modulelist", "com.p6spy.engine.logging.P6LogFactory");
        System.setProperty("p6spy.config.appender", "com.p6spy.engine.spy.appender.Slf4JLogger");
        System.setProperty("p6spy.config.logMessageFormat", "com.p6spy.engine.spy.appender.CustomLineFormat");
        System.setProperty("p6spy.config.customLogMessageFormat", "%(category) %(sqlSingleLine)");
        Files.createDirectories(Path.of("migrations"));
        Files.writeString(
                Path.of("migrations/V1__stock.sql"),
                "create table stock (id varchar(20) primary key, amount int);\ninsert into stock values ('nuts', 7);\n");
        Market.run(DatabaseApplication.class, args);
    }

    @Bean
    static BeanPostProcessor statements() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof DataSource source
                        ? ProxyDataSourceBuilder.create(source)
                                .listener(new Statements())
                                .build()
                        : bean;
            }
        };
    }

    private static final class Statements implements QueryExecutionListener {

        @Override
        public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {}

        @Override
        public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {
            logger.info(
                    "proxy saw {}", queries.stream().map(QueryInfo::getQuery).collect(Collectors.joining("; ")));
        }
    }

    @Service
    public static class Stock {

        private final JdbcTemplate jdbc;

        Stock(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Cacheable("stock")
        public Integer amount(String id) {
            return jdbc.queryForObject("select amount from stock where id = ?", Integer.class, id);
        }

        @CacheEvict(cacheNames = "stock", key = "#id")
        @Transactional
        public void sell(String id) {
            jdbc.update("update stock set amount = amount - 1 where id = ?", id);
        }

        @CacheEvict(cacheNames = "stock", key = "#id")
        @Transactional
        public void sellAndFail(String id) {
            sell(id);
            throw new IllegalStateException("not sold");
        }
    }

    @RestController
    public static class StockController {

        private final Stock stock;

        StockController(Stock stock) {
            this.stock = stock;
        }

        @GetMapping("/stock/{id}")
        String amount(@PathVariable String id) {
            return "amount " + stock.amount(id);
        }

        @GetMapping("/sell/{id}")
        String sell(@PathVariable String id) {
            stock.sell(id);
            return amount(id);
        }

        @GetMapping("/fail/{id}")
        String fail(@PathVariable String id) {
            stock.sellAndFail(id);
            return amount(id);
        }
    }
}
