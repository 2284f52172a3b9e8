/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;

/** Reads what a JVM has used, from outside. For one thread. */
record UsageReader(JvmCounters jvm, ProcFiles files) implements AutoCloseable {

    static UsageReader of(ProcessHandle process) throws IOException {
        return new UsageReader(JvmCounters.of(process.pid()), new ProcFiles(process));
    }

    Usage read() throws IOException {
        return new Usage(
                files.cpuNanos(),
                files.compilerNanos(),
                files.collectorNanos(),
                files.writtenBytes(),
                files.writeCalls(),
                files.rssBytes(),
                jvm.allocatedBytes(),
                jvm.collections(),
                jvm.gcPauseMillis());
    }

    @Override
    public void close() {
        jvm.close();
    }
}
