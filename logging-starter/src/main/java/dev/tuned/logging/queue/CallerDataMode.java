/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

/** When to find out which class, method and line logged an event. */
public enum CallerDataMode {

    /** Only for appenders whose pattern or encoder prints it. */
    AUTO,

    /** For every event. */
    ON,

    /** Never: the conversion words print {@code ?} and no stack is walked. */
    OFF
}
