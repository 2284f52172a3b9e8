/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploads;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

import jakarta.servlet.http.Part;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.multipart.MultipartRequest;

/** One method for each style of parameter. */
@RestController
@RequestMapping("/style")
class StyleController {

    record Meta(String title, int count) {}

    record RecordForm(String field, MultipartFile file, List<MultipartFile> files) {}

    @PostMapping("/file")
    String file(@RequestParam("file") MultipartFile file) throws IOException {
        return Seen.file(file);
    }

    @PostMapping("/file-by-name")
    String fileByName(MultipartFile file) throws IOException {
        return Seen.file(file);
    }

    @PostMapping("/array")
    String array(@RequestParam("file") MultipartFile[] file) throws IOException {
        return Seen.files(Arrays.asList(file));
    }

    @PostMapping("/list")
    String list(@RequestParam("file") List<MultipartFile> file) throws IOException {
        return Seen.files(file);
    }

    @PostMapping("/map")
    String map(@RequestParam Map<String, MultipartFile> files) throws IOException {
        return files.keySet() + "\n" + Seen.files(files.values());
    }

    @PostMapping("/multi-map")
    String multiMap(@RequestParam MultiValueMap<String, MultipartFile> files) throws IOException {
        return Seen.files(files);
    }

    @PostMapping("/strings")
    String strings(@RequestParam MultiValueMap<String, String> fields) {
        return Seen.text(fields.toString());
    }

    @PostMapping("/part")
    String part(@RequestPart("file") Part file) throws IOException {
        return Seen.part(file);
    }

    @PostMapping("/part-list")
    String partList(@RequestParam("file") List<Part> file) throws IOException {
        return Seen.parts(file);
    }

    @PostMapping("/part-map")
    String partMap(@RequestParam MultiValueMap<String, Part> parts) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (Map.Entry<String, List<Part>> entry : parts.entrySet()) {
            seen.append(Seen.text(entry.getKey())).append(" = ").append(Seen.parts(entry.getValue()));
        }
        return seen.toString();
    }

    @PostMapping("/json")
    String json(@RequestPart("meta") Meta meta, @RequestPart(name = "file", required = false) MultipartFile file)
            throws IOException {
        return Seen.text(meta.title()) + " " + meta.count() + "\n" + Seen.file(file);
    }

    @PostMapping("/json-map")
    String jsonMap(@RequestPart("meta") Map<String, Object> meta) {
        return Seen.content(new TreeMap<>(meta).toString().getBytes());
    }

    @PostMapping("/part-text")
    String partText(@RequestPart("field") String field) {
        return Seen.text(field);
    }

    @PostMapping("/part-bytes")
    String partBytes(@RequestPart("file") byte[] file) {
        return Seen.content(file);
    }

    @PostMapping("/part-resource")
    String partResource(@RequestPart("file") Resource file) throws IOException {
        return Seen.text(file.getFilename())
                + Seen.content(file.getInputStream().readAllBytes());
    }

    @PostMapping("/model")
    String model(@ModelAttribute UploadForm form, BindingResult errors) throws IOException {
        return form.seen() + "\n" + errors.getErrorCount() + " errors";
    }

    @PostMapping("/model-without-errors")
    String modelWithoutErrors(UploadForm form) throws IOException {
        return form.seen();
    }

    @PostMapping("/record")
    String record(@ModelAttribute RecordForm form) throws IOException {
        return Seen.text(form.field())
                + Seen.file(form.file())
                + (form.files() == null ? "no files" : Seen.files(form.files()));
    }

    @PostMapping("/optional")
    String optional(@RequestParam("file") Optional<MultipartFile> file) throws IOException {
        return file.isPresent() ? Seen.file(file.get()) : "absent";
    }

    @PostMapping("/not-required")
    String notRequired(@RequestParam(name = "file", required = false) MultipartFile file) throws IOException {
        return Seen.file(file);
    }

    @PostMapping("/text")
    String text(@RequestParam("file") String file) {
        return Seen.text(file);
    }

    @PostMapping("/field")
    String field(@RequestParam(name = "field", defaultValue = "none") String field, @RequestParam int count) {
        return Seen.text(field) + count;
    }

    @PostMapping("/web-request")
    String webRequest(WebRequest request) {
        return Seen.text(request.getParameter("field")) + Seen.text(request.getDescription(false));
    }

    @PostMapping("/multipart-request")
    String multipartRequest(MultipartRequest request) throws IOException {
        StringBuilder seen = new StringBuilder();
        request.getFileNames()
                .forEachRemaining(name -> seen.append(Seen.text(name)).append("\n"));
        return seen
                + Seen.files(request.getFiles("file"))
                + Seen.file(request.getFile("absent"))
                + request.getMultipartContentType("file");
    }

    @PostMapping("/headers")
    String headers(MultipartHttpServletRequest request) {
        StringBuilder seen = new StringBuilder(request.getRequestMethod() + " " + request.getRequestHeaders() + "\n");
        for (String name : List.of("file", "field", "meta", "absent")) {
            seen.append(name + ": " + request.getMultipartHeaders(name) + " " + request.getMultipartContentType(name)
                    + "\n");
        }
        return seen.toString();
    }

    @PostMapping("/byte-at-a-time")
    String byteAtATime(@RequestParam("file") MultipartFile file) throws IOException {
        long sum = 0;
        long count = 0;
        try (InputStream in = file.getInputStream()) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                sum += b;
                count++;
            }
            return count + " " + sum + " " + in.read() + " " + in.available();
        }
    }

    @PostMapping("/copied")
    String copied(@RequestParam("file") MultipartFile file) throws IOException {
        try (InputStream in = file.getInputStream()) {
            return in.transferTo(OutputStream.nullOutputStream()) + " bytes";
        }
    }

    @PostMapping("/skip-and-again")
    String skipAndAgain(@RequestParam("file") MultipartFile file) throws IOException {
        try (InputStream in = file.getInputStream();
                InputStream again = file.getInputStream()) {
            return in.skip(2) + " " + Seen.content(in.readNBytes(3)) + " " + Seen.content(again.readAllBytes())
                    + Seen.content(in.readAllBytes()) + Seen.content(file.getBytes());
        }
    }

    @PostMapping("/resource")
    String resource(@RequestParam("file") MultipartFile file) throws IOException {
        Resource resource = file.getResource();
        return resource.exists() + " " + resource.contentLength() + " " + resource.getFilename() + " "
                + resource.getDescription() + " " + resource.isOpen() + resource.isFile() + resource.isReadable() + " "
                + Seen.content(resource.getContentAsByteArray()) + Seen.content(resource.getContentAsByteArray());
    }

    @PostMapping("/callable")
    Callable<String> callable(@RequestParam("file") MultipartFile file) {
        return () -> Seen.file(file);
    }

    @PostMapping("/body")
    String body(@RequestBody(required = false) byte[] body) {
        return body == null ? "no body" : Seen.content(body);
    }

    @PostMapping("/entity")
    String entity(HttpEntity<String> entity) {
        return entity.getHeaders().getContentType() + " " + entity.hasBody();
    }
}
