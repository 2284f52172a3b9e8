/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.streaming;

import java.nio.file.Path;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the example.
 *
 * @param directory Directory that uploads are stored in.
 * @param keep Whether to keep a file, rather than delete it once it is stored whole.
 */
@ConfigurationProperties("streaming")
record StreamingProperties(
        @DefaultValue("uploads") Path directory,
        @DefaultValue("true") boolean keep) {}
