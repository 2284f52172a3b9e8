/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.jobs;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

import com.example.neighbours.Market;
import com.example.neighbours.Market.Prices;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.integration.annotation.Gateway;
import org.springframework.integration.annotation.IntegrationComponentScan;
import org.springframework.integration.annotation.MessagingGateway;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.Pollers;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.quartz.QuartzJobBean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Work beside requests: a job of Quartz, a flow of Spring Integration through an executor and a poller, a scheduled method. */
@SpringBootApplication
@EnableScheduling
@IntegrationComponentScan
@Import(Market.class)
public class JobsApplication {

    public static void main(String[] args) throws IOException {
        Market.run(JobsApplication.class, args);
    }

    /** Answers of jobs, by key. */
    @Bean
    ConcurrentMap<String, CompletableFuture<String>> answers() {
        return new ConcurrentHashMap<>();
    }

    @Bean
    JobDetail priceJob() {
        return JobBuilder.newJob(PriceJob.class)
                .withIdentity("price")
                .storeDurably()
                .build();
    }

    /** Asks for a price on a thread of Quartz. */
    public static class PriceJob extends QuartzJobBean {

        private final Prices prices;
        private final ConcurrentMap<String, CompletableFuture<String>> answers;

        PriceJob(Prices prices, ConcurrentMap<String, CompletableFuture<String>> answers) {
            this.prices = prices;
            this.answers = answers;
        }

        @Override
        protected void executeInternal(JobExecutionContext context) {
            String key = context.getMergedJobDataMap().getString("key");
            answers.get(key).complete("job: " + prices.price(key) + " by " + thread());
        }
    }

    @MessagingGateway
    public interface Orders {

        @Gateway(requestChannel = "orders.input")
        String order(String id);
    }

    @Bean
    IntegrationFlow orders(AsyncTaskExecutor applicationTaskExecutor, Prices prices) {
        return flow -> flow.channel(channels -> channels.executor(applicationTaskExecutor))
                .<String, String>transform(id -> prices.price(id) + " by " + thread())
                .channel(channels -> channels.queue("polled", 10))
                .<String>handle(
                        (price, headers) -> "flow: " + price + ", then by " + thread(),
                        endpoint -> endpoint.poller(Pollers.fixedDelay(10)));
    }

    private final CompletableFuture<String> scheduled = new CompletableFuture<>();

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
    void scheduled() {
        scheduled.complete("scheduled by " + thread());
    }

    @Bean
    CompletableFuture<String> scheduledOnce() {
        return scheduled;
    }

    /** Without the numbers of pools' threads: which of them works is not defined. */
    private static String thread() {
        return Thread.currentThread().getName().replaceAll("\\d+", "N");
    }

    @RestController
    public static class JobController {

        private final Scheduler scheduler;
        private final Orders orders;
        private final ConcurrentMap<String, CompletableFuture<String>> answers;
        private final CompletableFuture<String> scheduled;

        JobController(
                Scheduler scheduler,
                Orders orders,
                ConcurrentMap<String, CompletableFuture<String>> answers,
                CompletableFuture<String> scheduledOnce) {
            this.scheduler = scheduler;
            this.orders = orders;
            this.answers = answers;
            this.scheduled = scheduledOnce;
        }

        @GetMapping("/job/{key}")
        String job(@PathVariable String key) throws Exception {
            CompletableFuture<String> answer = new CompletableFuture<>();
            answers.put(key, answer);
            org.quartz.JobDataMap data = new org.quartz.JobDataMap();
            data.put("key", key);
            scheduler.triggerJob(JobKey.jobKey("price"), data);
            return answer.get(20, TimeUnit.SECONDS);
        }

        @GetMapping("/order/{id}")
        String order(@PathVariable String id) {
            return orders.order(id);
        }

        @GetMapping("/scheduled")
        String scheduled() throws Exception {
            return scheduled.get(20, TimeUnit.SECONDS);
        }
    }
}
