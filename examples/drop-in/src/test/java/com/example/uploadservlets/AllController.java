/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploadservlets;

import java.io.IOException;

import com.example.uploads.Seen;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

@RestController
class AllController {

    @RequestMapping({"/all", "/{filter}/all"})
    String all(HttpServletRequest request) throws IOException, ServletException {
        return ServletsApplication.all(request);
    }

    @RequestMapping("/{filter}/files")
    String files(MultipartHttpServletRequest request) throws IOException {
        return Seen.files(request.getMultiFileMap());
    }
}
