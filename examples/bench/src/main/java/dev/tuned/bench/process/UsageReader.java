/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;

import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

/**
 * Reads what a JVM on this machine has used, from outside: by the system's files, and by the Java platform's own counters
 * over its local management. For one thread.
 */
record UsageReader(ProcFiles files, JMXConnector connector, MBeanServerConnection server, Set<ObjectName> collectors)
        implements AutoCloseable {

    static {
        System.setProperty(JavaRuntime.ATTACH_TIMEOUT, JavaRuntime.ATTACH_MILLIS);
    }

    /**
     * Connects to a JVM.
     *
     * @throws IOException if it cannot be reached
     */
    @SuppressWarnings("BanJNDI") // The address is one that a JVM of ours gives, on this machine.
    static UsageReader of(ProcessHandle process) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            try {
                JMXConnector connector =
                        JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
                MBeanServerConnection server = connector.getMBeanServerConnection();
                return new UsageReader(
                        new ProcFiles(process, ProcFiles.directory(process.pid())),
                        connector,
                        server,
                        server.queryNames(ObjectName.getInstance("java.lang:type=GarbageCollector,*"), null));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | JMException ex) {
            throw new IOException("cannot attach to JVM " + process.pid() + ": " + ex.getMessage(), ex);
        }
    }

    Usage read() throws IOException {
        try {
            return new Usage(
                    files.cpuNanos(),
                    files.compilerNanos(),
                    files.collectorNanos(),
                    files.writtenBytes(),
                    files.writeCalls(),
                    files.rssBytes(),
                    allocatedBytes(),
                    sum("CollectionCount"),
                    sum("CollectionTime"));
        } catch (JMException ex) {
            throw new IOException("the JVM does not tell what it allocated, and how its collector stopped it", ex);
        }
    }

    /** The total, which Java 21 added. */
    private long allocatedBytes() throws IOException, JMException {
        ObjectName threads = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
        try {
            return (Long) server.getAttribute(threads, "TotalThreadAllocatedBytes");
        } catch (AttributeNotFoundException ex) {
            Object ids = server.getAttribute(threads, "AllThreadIds");
            long[] bytes = (long[]) server.invoke(
                    threads, "getThreadAllocatedBytes", new Object[] {ids}, new String[] {long[].class.getName()});
            return Arrays.stream(bytes).filter(each -> each > 0).sum();
        }
    }

    /** ZGC and Shenandoah also count their cycles, which run beside the application. */
    private long sum(String counter) throws IOException, JMException {
        long sum = 0;
        for (ObjectName collector : collectors) {
            boolean stops = !collector.getKeyProperty("name").endsWith("Cycles");
            sum += stops ? (Long) server.getAttribute(collector, counter) : 0;
        }
        return sum;
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException ex) {
            // The JVM is gone, and the connection with it.
        }
    }
}
