/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.springdoc;

import java.io.IOException;

import com.example.neighbours.Market;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** springdoc describes the controllers, and serves pages of Swagger UI. */
@SpringBootApplication
@Import(Market.class)
public class SpringdocApplication {

    public static void main(String[] args) throws IOException {
        Market.run(SpringdocApplication.class, args);
    }
}
