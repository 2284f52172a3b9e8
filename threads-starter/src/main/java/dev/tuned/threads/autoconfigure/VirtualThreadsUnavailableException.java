/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

/** Virtual threads were asked for on a Java that has none, and {@code tuned.threads.on-unsupported} is {@code fail}. */
final class VirtualThreadsUnavailableException extends RuntimeException {

    VirtualThreadsUnavailableException(String message) {
        super(message);
    }
}
