/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.jobs.JobsApplication;

import dev.tuned.examples.dropin.Application;

/** Quartz, Spring Integration and scheduled methods, on the threads that each has. */
class JobsScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(JobsApplication.class, "spring-boot-starter-quartz", "spring-boot-starter-integration")
                .arguments("--spring.quartz.properties.org.quartz.scheduler.skipUpdateCheck=true");
    }

    @Override
    List<String> paths() {
        return List.of("/job/pears", "/job/dates", "/order/pears", "/order/limes", "/scheduled");
    }

    @Override
    void requireActed(String seen) {
        require(
                seen,
                "job: pears by call",
                "quartzScheduler_Worker-N",
                "flow: pears by call",
                "scheduled by scheduling-N");
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
