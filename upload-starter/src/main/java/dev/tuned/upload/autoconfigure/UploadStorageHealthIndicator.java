/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.util.unit.DataSize;

import dev.tuned.upload.FreeSpace;
import dev.tuned.upload.UploadEngine;

/** Health of the directory for parts: down where it cannot be written, out of service below the floor of free space. */
final class UploadStorageHealthIndicator extends AbstractHealthIndicator {

    private final UploadEngine engine;

    private final long floor;

    UploadStorageHealthIndicator(UploadEngine engine, UploadProperties properties) {
        super("The directory of uploads cannot be used");
        this.engine = engine;
        DataSize minFreeSpace = properties.minFreeSpace();
        this.floor = (minFreeSpace != null) ? minFreeSpace.toBytes() : 0;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws Exception {
        Path directory = engine.directory();
        long free = new FreeSpace(directory, floor).usable();
        if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
            builder.down();
        } else if (free < floor) {
            builder.outOfService();
        } else {
            builder.up();
        }
        builder.withDetail("path", directory.toString())
                .withDetail("free", free)
                .withDetail("min-free", floor);
    }
}
