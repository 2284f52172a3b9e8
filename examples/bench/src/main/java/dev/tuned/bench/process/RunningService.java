/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.net.InetSocketAddress;

import org.jspecify.annotations.Nullable;

/**
 * A service that runs already and was not started here.
 *
 * @param address where it listens, without TLS
 * @param pid its process on this machine, or {@code null}: then nothing but its answers is measured
 */
public record RunningService(
        InetSocketAddress address, @Nullable Long pid) {}
