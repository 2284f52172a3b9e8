/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.logbook;

import java.io.IOException;

import com.example.neighbours.Market;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Logbook logs each request and answer with its body. */
@SpringBootApplication
@Import(Market.class)
public class LogbookApplication {

    public static void main(String[] args) throws IOException {
        Market.run(LogbookApplication.class, args);
    }
}
