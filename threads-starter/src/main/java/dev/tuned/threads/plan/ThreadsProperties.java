/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Settings of the threads of each target. Types are boxed so that an empty value stands for the default. */
@ConfigurationProperties("tuned.threads")
public final class ThreadsProperties {

    private Web web = new Web(WebMode.BOOT, new Auto(1_000));

    private Async async = new Async(Mode.BOOT, 0, false);

    private Scheduling scheduling = new Scheduling(Mode.BOOT);

    public Web getWeb() {
        return web;
    }

    public void setWeb(Web web) {
        this.web = web;
    }

    public Async getAsync() {
        return async;
    }

    public void setAsync(Async async) {
        this.async = async;
    }

    public Scheduling getScheduling() {
        return scheduling;
    }

    public void setScheduling(Scheduling scheduling) {
        this.scheduling = scheduling;
    }

    /** Threads that handle requests. */
    public enum WebMode {
        /** As Spring Boot. */
        BOOT,
        /** Tomcat's pool, whatever {@code spring.threads.virtual.enabled} says. */
        PLATFORM,
        /** A virtual thread per request, whatever {@code spring.threads.virtual.enabled} says; needs Java 21. */
        VIRTUAL,
        /** Tomcat's pool, which grows as long as that answers more requests. */
        AUTO
    }

    /** Threads of tasks, or of the scheduler. */
    public enum Mode {
        /** As Spring Boot. */
        BOOT,
        /** Platform threads, whatever {@code spring.threads.virtual.enabled} says. */
        PLATFORM,
        /** Virtual threads, whatever {@code spring.threads.virtual.enabled} says; needs Java 21. */
        VIRTUAL
    }

    /**
     * Threads that handle requests. Immutable.
     *
     * @param mode Threads that handle requests on an embedded Tomcat: as Spring Boot, Tomcat's pool (platform), a virtual
     *     thread per request (virtual), or Tomcat's pool that grows as long as that answers more requests (auto).
     */
    public record Web(
            @DefaultValue("boot") WebMode mode,
            @DefaultValue Auto auto) {}

    /**
     * Bounds of mode=auto. Immutable.
     *
     * @param maxConcurrency Largest size to which Tomcat's pool may grow with mode=auto.
     */
    public record Auto(@DefaultValue("1000") Integer maxConcurrency) {}

    /**
     * Settings of the application's task executor. Immutable.
     *
     * @param mode Threads of the applicationTaskExecutor, used by @Async methods and asynchronous requests.
     * @param maxConcurrency Number of tasks that may run at once, 0 as Spring Boot has it.
     * @param rejectAtLimit Whether a task is rejected when max-concurrency tasks run; otherwise its caller waits on virtual
     *     threads, and it is queued on platform threads.
     */
    public record Async(
            @DefaultValue("boot") Mode mode,
            @DefaultValue("0") Integer maxConcurrency,
            @DefaultValue("false") Boolean rejectAtLimit) {

        /** Whether there is a limit. */
        public boolean isLimited() {
            return maxConcurrency > 0;
        }
    }

    /**
     * Settings of the application's task scheduler. Immutable.
     *
     * @param mode Threads of the taskScheduler.
     */
    public record Scheduling(@DefaultValue("boot") Mode mode) {}
}
