/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.coroutines;

import java.io.IOException;

import com.example.neighbours.Market;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Kotlin's coroutines: controllers and a cached function that suspend, and an answer that is a flow. */
@SpringBootApplication
@Import({Market.class, SuspendedPrices.class})
public class CoroutinesApplication {

    public static void main(String[] args) throws IOException {
        Market.run(CoroutinesApplication.class, args);
    }
}
