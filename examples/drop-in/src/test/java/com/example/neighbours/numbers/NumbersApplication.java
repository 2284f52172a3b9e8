/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.numbers;

import java.io.IOException;
import java.io.RandomAccessFile;

import com.example.files.SiteFiles;
import com.example.neighbours.ManagementPort;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Files, one of them larger than all buffers on its way, and counters of the bytes sent. */
@SpringBootApplication
@Import(ManagementPort.class)
public class NumbersApplication {

    private static final long LARGE_BYTES = 32 << 20;

    public static void main(String[] args) throws IOException {
        SiteFiles.write();
        try (RandomAccessFile large = new RandomAccessFile("site/large.bin", "rw")) {
            large.setLength(LARGE_BYTES);
        }
        SpringApplication.run(NumbersApplication.class, args);
    }
}
