/* SPDX-License-Identifier: Apache-2.0 */
package com.example.shop;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

@ResponseStatus(code = HttpStatus.CONFLICT, reason = "sold out")
class SoldOutException extends RuntimeException {

    SoldOutException(String name) {
        super(name);
    }
}
