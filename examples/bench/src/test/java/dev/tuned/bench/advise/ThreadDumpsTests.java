/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class ThreadDumpsTests {

    private static final String IDLE = """
            "http-nio-8080-exec-1" #33 [71] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x1 nid=71 waiting on condition  [0x2]
               java.lang.Thread.State: WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25.0.1/Native Method)
            \tat org.apache.tomcat.util.threads.TaskQueue.take(TaskQueue.java:117)
            """;

    private static final String READING = """
            "http-nio-8080-exec-2" #34 [72] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x1 nid=72 waiting on condition  [0x2]
               java.lang.Thread.State: TIMED_WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25.0.1/Native Method)
            \tat org.springframework.data.redis.cache.RedisCache.lookup(RedisCache.java:160)
            """;

    private static final String RUNNING = """
            "http-nio-8080-exec-3" #35 [73] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x1 nid=73 runnable  [0x2]
               java.lang.Thread.State: RUNNABLE
            \tat java.lang.String.length(java.base@25.0.1/String.java:1)
            """;

    private static final String IN_SOCKET = """
            "http-nio-8080-exec-4" #36 [74] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x1 nid=74 runnable  [0x2]
               java.lang.Thread.State: RUNNABLE
            \tat sun.nio.ch.Net.poll(java.base@25.0.1/Native Method)
            \tat sun.nio.ch.NioSocketImpl.park(java.base@25.0.1/NioSocketImpl.java:191)
            """;

    private static final String APPENDER = """
            "AsyncAppender-Worker-ASYNC" #30 [70] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x1 nid=70 waiting on condition  [0x2]
               java.lang.Thread.State: WAITING (parking)
            """;

    private static Signals.Pool of(String... dumps) {
        ThreadDumps all = new ThreadDumps(MethodTable.read());
        for (String dump : dumps) {
            all.add(dump);
        }
        return all.pool();
    }

    private static String dump(String... threads) {
        return "2026-01-01 00:00:00\nFull thread dump:\n\n" + String.join("\n", threads);
    }

    @Test
    void threadsAreIdleOrBusyAndWaitOrRun() {
        Signals.Pool pool = of(dump(APPENDER, IDLE, READING, RUNNING, IN_SOCKET));
        assertThat(pool.threads()).isEqualTo(4);
        assertThat(pool.busy()).isEqualTo(3);
        assertThat(pool.waiting()).isEqualTo(2);
        assertThat(pool.in()).containsOnly(java.util.Map.entry(Signal.REDIS_CACHE, 1L));
        assertThat(pool.full()).isZero();
        assertThat(pool.asyncAppenders()).containsExactly("ASYNC");
    }

    @Test
    void aDumpWithoutIdleThreadsIsFull() {
        Signals.Pool pool = of(dump(READING, RUNNING), dump(IDLE, RUNNING));
        assertThat(pool.dumps()).isEqualTo(2);
        assertThat(pool.full()).isEqualTo(1);
        assertThat(pool.virtual()).isFalse();
    }

    @Test
    void requestsOnVirtualThreadsAreInNoDump() {
        assertThat(of(dump(APPENDER)).virtual()).isTrue();
    }

    @Test
    void idleThreadsOfTheManagementPortAreAnotherPool() {
        Signals.Pool pool = of(dump(IDLE.replace("8080", "8081"), READING, RUNNING));
        assertThat(pool.full()).isEqualTo(1);
        assertThat(pool.threads()).isEqualTo(2);
        assertThat(pool.virtual()).isFalse();
    }

    @Test
    void threadsThatWaitForOneObjectAreCounted() {
        String parked = READING.replace(
                "\tat org.springframework",
                "\t- parking to wait for  <0x00000000e1b2c3d8> (a java.util.concurrent.SynchronousQueue$Transferer)\n\tat org.springframework");
        String another = parked.replace("e1b2c3d8", "e1b2c3e0");
        String locked = READING.replace("parking)", "on object monitor)")
                .replace(
                        "\tat org.springframework",
                        "\t- waiting to lock <0x00000000e1b2c3d8> (a shop.Pool)\n\tat org.springframework");
        assertThat(of(dump(parked, another, READING, IN_SOCKET)).together()).isZero();
        assertThat(of(dump(parked, another, locked, RUNNING)).together()).isEqualTo(2);
        assertThat(of(dump(parked, parked, parked, another, another), dump(another, another))
                        .together())
                .isEqualTo(5);
    }

    @Test
    void idleThreadsWaitTogetherForNoRequest() {
        String idle = IDLE.replace(
                "\tat org.apache",
                "\t- parking to wait for  <0x00000000e1b2c3d8> (a java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)\n\tat org.apache");
        assertThat(of(dump(idle, idle, READING)).together()).isZero();
    }
}
