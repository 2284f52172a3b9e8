/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Callable;

import jakarta.servlet.http.Part;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Puts files away in each way there is, and looks at them there. */
@RestController
@RequestMapping("/store")
class StoringController {

    private volatile MultipartFile kept;
    private volatile Part keptPart;

    @PostMapping("/to-path")
    String toPath(@RequestParam("file") MultipartFile file) throws IOException {
        Path path = Path.of("to-path").toAbsolutePath();
        file.transferTo(path);
        return stored(path);
    }

    @PostMapping("/to-file")
    String toFile(@RequestParam("file") MultipartFile file) throws IOException {
        Path path = Path.of("to-file").toAbsolutePath();
        file.transferTo(path.toFile());
        return stored(path);
    }

    /** Two copies of one file. */
    @PostMapping("/twice")
    String twice(@RequestParam("file") MultipartFile file) throws IOException {
        Path first = Path.of("first").toAbsolutePath();
        Path second = Path.of("second").toAbsolutePath();
        file.transferTo(first);
        try {
            file.transferTo(second);
            return stored(first) + stored(second);
        } catch (IOException ex) {
            return stored(first) + ex.getClass();
        }
    }

    @PostMapping("/over-another")
    String overAnother(@RequestParam("file") MultipartFile file) throws IOException {
        Path path = Files.writeString(Path.of("over-another").toAbsolutePath(), "something before");
        file.transferTo(path.toFile());
        return stored(path);
    }

    @PostMapping("/write")
    String write(@RequestPart("file") Part file) throws IOException {
        Path path = Path.of("written").toAbsolutePath();
        file.write(path.toString());
        return stored(path);
    }

    /** A relative name, which belongs to the location of the multipart configuration. */
    @PostMapping("/write-relative")
    String writeRelative(@RequestPart("file") Part file) throws IOException {
        file.write("relative");
        return Files.exists(Path.of("relative")) ? "in the working directory" : "elsewhere";
    }

    @PostMapping("/read-after-move")
    String readAfterMove(@RequestParam("file") MultipartFile file) throws IOException {
        Path path = Path.of("moved").toAbsolutePath();
        file.transferTo(path.toFile());
        try {
            return stored(path) + Seen.file(file);
        } catch (IOException ex) {
            return ex.getClass().getName();
        }
    }

    @PostMapping("/delete")
    String delete(@RequestPart("file") Part file) throws IOException {
        file.delete();
        try {
            return Seen.part(file);
        } catch (IOException ex) {
            return ex.getClass().getName();
        }
    }

    @PostMapping("/to-nowhere")
    String toNowhere(@RequestParam("file") MultipartFile file) {
        try {
            file.transferTo(Path.of("absent", "file").toAbsolutePath().toFile());
            return "stored";
        } catch (IOException ex) {
            return ex.getClass().getName();
        }
    }

    @PostMapping("/keep")
    String keep(@RequestParam("file") MultipartFile file, @RequestPart("file") Part part) {
        kept = file;
        keptPart = part;
        return "kept";
    }

    /** What is left of a file of an earlier request. */
    @RequestMapping("/kept")
    String kept() {
        return outcome(() -> Seen.file(kept)) + outcome(() -> Seen.part(keptPart));
    }

    private static String outcome(Callable<String> action) {
        try {
            return action.call();
        } catch (Exception ex) {
            return ex.getClass().getName() + "\n";
        }
    }

    private static String stored(Path path) throws IOException {
        String seen = Seen.content(Files.readAllBytes(path)) + " "
                + PosixFilePermissions.toString(Files.getPosixFilePermissions(path)) + "\n";
        Files.delete(path);
        return seen;
    }
}
