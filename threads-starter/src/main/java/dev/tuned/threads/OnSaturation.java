/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

/** Treatment of a task by an executor that runs as many tasks as it may. */
public enum OnSaturation {
    /** The task waits its turn, first come, first served, and its caller does not; rejected when the queue is full, too. */
    QUEUE,
    /** The task is rejected. */
    REJECT,
    /** The caller waits until the task may run. */
    BLOCK
}
