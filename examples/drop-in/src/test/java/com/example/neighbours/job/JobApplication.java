/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.job;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A job of Spring Batch, whose result is the exit code. */
@SpringBootApplication
public class JobApplication {

    private static final Logger log = LoggerFactory.getLogger("com.example.job");

    public static void main(String[] args) {
        System.exit(SpringApplication.exit(SpringApplication.run(JobApplication.class, args)));
    }

    @Bean
    Job orders(JobRepository repository) {
        var step = new StepBuilder("orders", repository)
                .tasklet((contribution, chunk) -> {
                    for (int i = 0; i < 2_000; i++) {
                        log.info("order {}", i);
                    }
                    contribution.setExitStatus(ExitStatus.FAILED);
                    log.error("the job failed", new IllegalStateException("orders"));
                    return RepeatStatus.FINISHED;
                })
                .build();
        return new JobBuilder("orders", repository).start(step).build();
    }
}
