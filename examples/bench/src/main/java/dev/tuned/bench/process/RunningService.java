/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.net.InetSocketAddress;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A service that runs already and was not started here.
 *
 * @param address where it listens, without TLS
 * @param pid its process on this machine, or {@code null}: then nothing but its answers is measured
 */
public record RunningService(
        InetSocketAddress address, @Nullable Long pid) {

    /** Its process, where it is known and there. */
    Optional<ProcessHandle> process() {
        return Optional.ofNullable(pid).flatMap(ProcessHandle::of);
    }
}
