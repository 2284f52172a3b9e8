/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploads;

import java.io.IOException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Takes whatever is in the request. */
@RestController
class WholeRequestController {

    @RequestMapping("/files")
    String files(MultipartHttpServletRequest request) throws IOException {
        return Seen.files(request.getMultiFileMap()) + Seen.parameters(request);
    }

    @RequestMapping("/parts")
    String parts(HttpServletRequest request) throws IOException, ServletException {
        return Seen.parts(request.getParts()) + Seen.parameters(request);
    }

    @RequestMapping("/fields")
    String fields(HttpServletRequest request) {
        return Seen.parameters(request);
    }

    @PostMapping("/nothing")
    String nothing() {
        return "Thanks.";
    }

    @RequestMapping("/unread")
    String unread(HttpServletRequest request) throws IOException {
        return "body of " + Seen.content(request.getInputStream().readAllBytes()) + "\n" + Seen.parameters(request);
    }
}
