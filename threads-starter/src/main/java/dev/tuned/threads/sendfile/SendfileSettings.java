/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

/**
 * Which bodies to send by sendfile. Immutable.
 *
 * @param minSize smallest body in bytes, at least 0
 * @param maxSize largest body in bytes, at least {@code minSize}; {@link Long#MAX_VALUE} for no limit
 * @param skipCompressible whether responses that Tomcat would compress for their client are left to it
 */
public record SendfileSettings(long minSize, long maxSize, boolean skipCompressible) {}
