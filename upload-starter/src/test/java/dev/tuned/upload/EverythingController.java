/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Answers with all that an application can see of a form, asked for in different orders. */
@RestController
@RequestMapping("/all")
class EverythingController {

    @RequestMapping("/parts-first")
    String partsFirst(MultipartHttpServletRequest request) throws Exception {
        return parts(request) + "\n" + files(request) + "\n" + parameters(request);
    }

    @RequestMapping("/parameters-first")
    String parametersFirst(HttpServletRequest request) throws Exception {
        return parameters(request) + "\n" + parts(request);
    }

    @RequestMapping("/map")
    String map(@RequestParam Map<String, String> parameters, @RequestParam Map<String, MultipartFile> files)
            throws Exception {
        StringBuilder answer = new StringBuilder().append(parameters);
        for (MultipartFile file : files.values()) {
            answer.append(file(file));
        }
        return answer.toString();
    }

    @RequestMapping("/parameter")
    String parameter(
            @RequestParam(required = false) List<String> a, @RequestParam(required = false) List<MultipartFile> f)
            throws Exception {
        StringBuilder answer = new StringBuilder().append(a);
        for (MultipartFile file : (f != null) ? f : List.<MultipartFile>of()) {
            answer.append(file(file));
        }
        return answer.toString();
    }

    @RequestMapping("/forward")
    void forward(HttpServletRequest request, HttpServletResponse response) throws Exception {
        request.getRequestDispatcher("/all/parts-first?a=forward&b=1").forward(request, response);
    }

    private static String parameters(HttpServletRequest request) {
        StringBuilder answer = new StringBuilder();
        for (String name : Collections.list(request.getParameterNames())) {
            answer.append(name)
                    .append('=')
                    .append(request.getParameter(name))
                    .append(Arrays.toString(request.getParameterValues(name)))
                    .append(Arrays.toString(request.getParameterMap().get(name)));
        }
        return answer.append(request.getParameterMap().keySet())
                .append(request.getParameter("absent"))
                .toString();
    }

    private static String parts(HttpServletRequest request) throws Exception {
        StringBuilder answer = new StringBuilder();
        for (Part part : request.getParts()) {
            answer.append(List.of(
                    part.getName(),
                    String.valueOf(part.getSubmittedFileName()),
                    String.valueOf(part.getContentType()),
                    part.getSize(),
                    DigestUtils.md5DigestAsHex(part.getInputStream())));
            for (String name : part.getHeaderNames()) {
                answer.append(name).append('=').append(part.getHeader(name)).append(part.getHeaders(name));
            }
        }
        return answer.toString();
    }

    private static String files(MultipartHttpServletRequest request) throws IOException {
        StringBuilder answer = new StringBuilder();
        for (List<MultipartFile> files : request.getMultiFileMap().values()) {
            for (MultipartFile file : files) {
                answer.append(file(file))
                        .append(request.getMultipartContentType(file.getName()))
                        .append(request.getMultipartHeaders(file.getName()));
            }
        }
        return answer.toString();
    }

    private static String file(MultipartFile file) throws IOException {
        return List.of(
                        file.getName(),
                        String.valueOf(file.getOriginalFilename()),
                        String.valueOf(file.getContentType()),
                        file.isEmpty(),
                        file.getSize(),
                        DigestUtils.md5DigestAsHex(file.getBytes()),
                        DigestUtils.md5DigestAsHex(file.getInputStream()),
                        file.getResource().contentLength())
                .toString();
    }
}
