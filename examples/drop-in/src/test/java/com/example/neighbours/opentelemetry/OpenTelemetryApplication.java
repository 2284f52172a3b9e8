/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.opentelemetry;

import com.example.neighbours.uploads.Uploads;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Uploads in a JVM with the agent of OpenTelemetry, which the application knows nothing of. */
@SpringBootApplication
@Import(Uploads.class)
public class OpenTelemetryApplication {

    public static void main(String[] args) {
        SpringApplication.run(OpenTelemetryApplication.class, args);
    }
}
