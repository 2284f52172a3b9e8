/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

/** What an executor does with a task when as many run as may. */
public enum OnSaturation {
    /** The task waits its turn, first come, first served, and its caller does not; rejected when the queue is full, too. */
    QUEUE,
    /** The task is rejected. */
    REJECT,
    /** The caller waits until the task may run. */
    BLOCK
}
