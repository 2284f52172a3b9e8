/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

/**
 * The machine and the Java runtimes of a run.
 *
 * @param cores processors available
 * @param memoryMb physical memory in MB
 * @param os operating system, version and architecture
 * @param jdk the runtime of the variants
 * @param jvmFlags the flags that the variants run with, unless a scenario has its own
 * @param clientJdk the runtime of the load client
 * @param loadAverage the load average when the run began; negative where the system does not tell
 */
public record Machine(
        int cores, long memoryMb, String os, String jdk, String jvmFlags, String clientJdk, double loadAverage) {}
