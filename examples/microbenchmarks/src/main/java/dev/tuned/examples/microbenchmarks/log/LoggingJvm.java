/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;

import com.sun.management.OperatingSystemMXBean;
import org.HdrHistogram.Histogram;
import org.springframework.core.task.VirtualThreadTaskExecutor;

/** Logs what its standard input asks for and answers on standard error, because a peer may write to standard output. */
final class LoggingJvm {

    static final String OUTCOME = "outcome=";

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Target target;
    private final LogFileLines file;

    private LoggingJvm(Target target, Path file) {
        this.target = target;
        this.file = new LogFileLines(file);
    }

    /** Takes a peer and a file. Where standard input ends logging ends too, and the lines that brings are the last answer. */
    public static void main(String[] args) throws IOException, JMException {
        Path file = Path.of(args[1]);
        try (Target target = Peer.valueOf(args[0]).open(file)) {
            LoggingJvm jvm = new LoggingJvm(target, file);
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answer(jvm.run(Work.parse(line)));
            }
        }
        answer(new Outcome(0, 0, new LogFileLines(file).take(), 0, 0, 0));
    }

    private static void answer(Outcome outcome) {
        System.err.println(OUTCOME + outcome.format());
    }

    private Outcome run(Work work) throws IOException, JMException {
        long cpu = SYSTEM.getProcessCpuTime();
        long bytes = allocated();
        Histogram nanos = call(work);
        target.await();
        cpu = SYSTEM.getProcessCpuTime() - cpu;
        bytes = bytes < 0 ? bytes : allocated() - bytes;
        return new Outcome(
                cpu,
                bytes,
                file.take(),
                nanos.getValueAtPercentile(50),
                nanos.getValueAtPercentile(99.9),
                nanos.getMaxValue());
    }

    private Histogram call(Work work) {
        Executor executor =
                work.virtual() ? new VirtualThreadTaskExecutor("caller-") : task -> new Thread(task, "caller").start();
        List<CompletableFuture<Histogram>> callers = IntStream.range(0, work.callers())
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> new Caller(target, work, i).call(), executor))
                .toList();
        Histogram all = new Histogram(3);
        callers.forEach(caller -> all.add(caller.join()));
        return all;
    }

    /** Bytes allocated by all threads so far; Java 17 has no such figure. */
    private static long allocated() throws JMException {
        try {
            return (long) ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME), "TotalThreadAllocatedBytes");
        } catch (AttributeNotFoundException ex) {
            return -1;
        }
    }
}
