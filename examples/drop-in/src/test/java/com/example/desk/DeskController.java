/* SPDX-License-Identifier: Apache-2.0 */
package com.example.desk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.Part;
import jakarta.validation.Valid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
class DeskController {

    private static final Logger log = LoggerFactory.getLogger(DeskController.class);

    private final Tickets tickets;
    private final AtomicInteger visits = new AtomicInteger();

    DeskController(Tickets tickets) {
        this.tickets = tickets;
    }

    /** What kind of thread runs this. */
    static String thread() {
        Thread thread = Thread.currentThread();
        return "'" + thread.getName().replaceAll("\\d+", "N") + "' of "
                + thread.getThreadGroup().getName();
    }

    @GetMapping("/tickets")
    Collection<Ticket> all() {
        return tickets.all();
    }

    @GetMapping("/tickets/{id}")
    Ticket find(@PathVariable long id) {
        return tickets.find(id);
    }

    @PutMapping("/tickets/{id}")
    Ticket save(@PathVariable long id, @Valid @RequestBody Ticket ticket) {
        log.info("Ticket {} is now {}", id, ticket);
        return tickets.save(ticket);
    }

    @GetMapping("/tickets/{id}/later")
    CompletableFuture<Ticket> later(@PathVariable long id) {
        return tickets.later(id);
    }

    @GetMapping("/reads")
    int reads() {
        return tickets.reads();
    }

    @GetMapping("/greeting")
    String greeting(@RequestParam(defaultValue = "you") String name) {
        return tickets.greeting(name);
    }

    @GetMapping("/count")
    CompletableFuture<String> count() {
        return tickets.count();
    }

    @GetMapping("/thread")
    String ofRequest() {
        return thread();
    }

    @GetMapping("/thread/async")
    CompletableFuture<String> ofAsync() {
        return tickets.thread();
    }

    @GetMapping("/thread/callable")
    Callable<String> ofCallable() {
        return DeskController::thread;
    }

    @GetMapping("/callable")
    Callable<String> callable() {
        return () -> "called";
    }

    @GetMapping("/deferred")
    DeferredResult<String> deferred() {
        DeferredResult<String> result = new DeferredResult<>(50L, "timed out");
        if (visits.incrementAndGet() == 1) {
            result.setResult("first");
        }
        return result;
    }

    @GetMapping("/stream")
    StreamingResponseBody stream() {
        return out -> {
            for (int i = 0; i < 2_000; i++) {
                out.write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    @GetMapping("/events")
    SseEmitter events() throws IOException {
        SseEmitter emitter = new SseEmitter();
        emitter.send("one");
        emitter.send(SseEmitter.event().id("2").name("count").data("two"));
        emitter.complete();
        return emitter;
    }

    @GetMapping("/download")
    ResponseEntity<Resource> download() {
        return ResponseEntity.ok()
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("tür.txt", StandardCharsets.UTF_8)
                                .build()
                                .toString())
                .eTag("v1")
                .body(new ByteArrayResource("0123456789".getBytes(StandardCharsets.UTF_8)));
    }

    @GetMapping("/long")
    String large() {
        return "all work and no play ".repeat(500);
    }

    @GetMapping("/fails/{how}")
    String fails(@PathVariable String how) throws Exception {
        switch (how) {
            case "runtime" -> throw new IllegalStateException("no desk");
            case "checked" -> throw new IOException("no line");
            case "error" -> throw new LinkageError("no link");
            case "status" -> throw new ResponseStatusException(HttpStatus.GONE, "no more");
            default -> throw new java.util.NoSuchElementException(how);
        }
    }

    @PostMapping("/attachments")
    List<String> attach(@RequestParam List<MultipartFile> files, @RequestParam(required = false) String note) {
        return files.stream()
                .map(file ->
                        file.getOriginalFilename() + " " + file.getContentType() + " " + file.getSize() + " " + note)
                .toList();
    }

    @PostMapping("/attachments/parts")
    Map<String, Object> parts(HttpServletRequest request) throws Exception {
        Map<String, Object> parts = new TreeMap<>();
        for (Part part : request.getParts()) {
            parts.put(part.getName(), part.getSubmittedFileName() + " " + part.getSize() + " " + part.getHeaderNames());
        }
        return parts;
    }

    @PostMapping("/attachments/ticket")
    Ticket attach(@RequestPart @Valid Ticket ticket, @RequestPart(required = false) MultipartFile file) {
        return ticket;
    }

    @PostMapping("/echo")
    Map<String, Object> echo(HttpServletRequest request, @RequestBody(required = false) String body) {
        Map<String, Object> echo = new TreeMap<>();
        request.getParameterMap().forEach((name, values) -> echo.put("parameter " + name, values));
        for (Enumeration<String> names = request.getHeaderNames(); names.hasMoreElements(); ) {
            String name = names.nextElement();
            echo.put("header " + name, request.getHeader(name));
        }
        echo.put("path", request.getContextPath() + "|" + request.getServletPath() + "|" + request.getPathInfo());
        echo.put("body", body == null ? "none" : body);
        return echo;
    }

    @GetMapping("/visits")
    int visits(HttpSession session) {
        Integer count = (Integer) session.getAttribute("visits");
        session.setAttribute("visits", count == null ? 1 : count + 1);
        return count == null ? 1 : count + 1;
    }

    @GetMapping("/starts")
    int starts() {
        return Integer.getInteger("desk.starts", 0);
    }
}
