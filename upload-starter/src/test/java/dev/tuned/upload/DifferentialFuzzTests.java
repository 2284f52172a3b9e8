/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.apache.commons.fileupload2.core.FileItemInput;
import org.apache.commons.fileupload2.core.FileItemInputIterator;
import org.apache.commons.fileupload2.core.RequestContext;
import org.apache.commons.fileupload2.jakarta.servlet6.JakartaServletFileUpload;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Our parser and that of commons-fileupload2 on the same bodies, in reads of any size. The seed is fixed; a longer run takes
 * {@code -DargLine="-Dfuzz.cases=10000000 -Dfuzz.seed=7"}.
 */
@Tag("without-boot")
class DifferentialFuzzTests {

    private static final int CASES = Integer.getInteger("fuzz.cases", 1_000);

    private static final long SEED = Long.getLong("fuzz.seed", 1);

    /** Why the two may differ on a broken body; everything else is a fault. */
    private enum Difference {
        /** Commons takes a form for complete if no delimiter follows, or something else behind it. */
        BROKEN_DELIMITER,
        /** Commons takes a first delimiter in the middle of a line. */
        FIRST_DELIMITER_WITHIN_A_LINE,
        /** RFC 2046 allows blanks behind a delimiter, commons refuses them. */
        BLANKS_BEHIND_A_DELIMITER,
        /** Commons takes a bare LF behind a delimiter, RFC 2046 does not. */
        BARE_LINE_FEED_BEHIND_A_DELIMITER,
        /** RFC 2046 allows a part without headers; commons reads on to the next empty line. */
        NO_HEADERS,
        /** Commons does not see an empty line that begins with a CR too many. */
        CR_BEFORE_A_LINE_BREAK,
        /** Commons reads wrongly quoted file names in another way than Tomcat and Spring, whom we follow. */
        FILE_NAME,
        /** Blanks and control characters where a header was folded are kept by commons, and become one blank here. */
        BLANKS_IN_A_FOLDED_HEADER,
        /** Spring refuses the header, and so do we. */
        CONTENT_DISPOSITION,
        /** Here the preamble has a limit. */
        LONG_PREAMBLE
    }

    private final Random random = new Random(SEED);

    private final JakartaServletFileUpload<?, ?> commons = new JakartaServletFileUpload<>();

    DifferentialFuzzTests() {
        commons.setMaxPartHeaderSize(-1);
        commons.setHeaderCharset(UTF_8);
    }

    @Test
    void readsWhatWasWrittenAndWhatCommonsReads() throws IOException {
        for (int i = 0; i < CASES; i++) {
            FuzzedBody form = new FuzzedBody(random);
            byte[] body = form.bytes();
            assertThat(tuned(form.boundary(), body, new ArrayList<>()))
                    .as("case %d", i)
                    .isEqualTo(form.parts());
            assertThat(commons(form.boundary(), body))
                    .as("case %d of commons", i)
                    .isEqualTo(form.parts());
        }
    }

    @Test
    void agreesWithCommonsOnBrokenBodies() {
        Map<Difference, Integer> differences = new EnumMap<>(Difference.class);
        int agreed = 0;
        int bothRefused = 0;
        for (int i = 0; i < CASES; i++) {
            FuzzedBody form = new FuzzedBody(random);
            byte[] body = form.mutated();
            List<ParsedPart> before = new ArrayList<>();
            Object ours = outcome(() -> tuned(form.boundary(), body, before));
            Object theirs = outcome(() -> commons(form.boundary(), body));
            boolean refused = ours instanceof String && theirs instanceof String;
            if (refused || ours.equals(theirs)) {
                agreed++;
                bothRefused += refused ? 1 : 0;
                continue;
            }
            String text = new String(body, ISO_8859_1);
            Difference difference = difference(text, form.boundary(), ours, before, theirs);
            assertThat(difference)
                    .as("case %d, boundary %s, ours %s, theirs %s, body <%s>", i, form.boundary(), ours, theirs, text)
                    .isNotNull();
            differences.merge(difference, 1, Integer::sum);
        }
        System.out.printf(
                "%d broken bodies: %d alike, %d of them refused; %s%n", CASES, agreed, bothRefused, differences);
        assertThat(agreed).isGreaterThan(CASES * 8 / 10);
        assertThat(bothRefused).isBetween(CASES / 10, CASES * 9 / 10);
    }

    private static @Nullable Difference difference(
            String body, String boundary, Object ours, List<ParsedPart> before, Object theirs) {
        String delimiter = "--" + boundary;
        int first = body.indexOf(delimiter);
        boolean folded = body.contains("\r\n ") || body.contains("\r\n\t");
        if (ours instanceof List<?> && theirs instanceof List<?>) {
            if (reduced(ours, true).equals(reduced(theirs, true))) {
                return Difference.FILE_NAME;
            }
            if (folded && reduced(ours, false).equals(reduced(theirs, false))) {
                return Difference.BLANKS_IN_A_FOLDED_HEADER;
            }
        }
        if (ours instanceof String
                && theirs instanceof List<?>
                && reduced(theirs, !folded).equals(reduced(before, !folded))) {
            return Difference.BROKEN_DELIMITER;
        } else if (first > 0 && !body.startsWith("\r\n", first - 2)) {
            return Difference.FIRST_DELIMITER_WITHIN_A_LINE;
        } else if (body.contains(delimiter + " ") || body.contains(delimiter + "\t")) {
            return Difference.BLANKS_BEHIND_A_DELIMITER;
        } else if (body.contains(delimiter + "\n")) {
            return Difference.BARE_LINE_FEED_BEHIND_A_DELIMITER;
        } else if (body.contains(delimiter + "\r\n\r\n")) {
            return Difference.NO_HEADERS;
        } else if (body.contains("\r\r\n")) {
            return Difference.CR_BEFORE_A_LINE_BREAK;
        }
        if (ours.equals("The Content-Disposition of a part cannot be understood")) {
            return Difference.CONTENT_DISPOSITION;
        }
        boolean longPreamble = ours.equals("The multipart body has no delimiter within its first 8192 bytes");
        return longPreamble ? Difference.LONG_PREAMBLE : null;
    }

    private static List<String> reduced(Object parts, boolean withHeaders) {
        List<String> reduced = new ArrayList<>();
        for (Object each : (List<?>) parts) {
            ParsedPart part = (ParsedPart) each;
            reduced.add((withHeaders ? part.name() + part.contentType() : "") + '\n' + part.content());
        }
        return reduced;
    }

    private List<ParsedPart> tuned(String boundary, byte[] body, List<ParsedPart> parts) throws IOException {
        int largest = 1 + random.nextInt(random.nextBoolean() ? 20 : 20_000);
        int bufferSize = new int[] {64, 512, 16 * 1024}[random.nextInt(3)];
        Trickle in = new Trickle(body, () -> random.nextInt(largest));
        ParsedPart.parse(boundary, in, bufferSize, ParsedPart.NO_LIMITS, parts);
        return parts;
    }

    private List<ParsedPart> commons(String boundary, byte[] body) throws IOException {
        List<ParsedPart> parts = new ArrayList<>();
        FileItemInputIterator items = commons.getItemIterator(new Request(boundary, body));
        while (items.hasNext()) {
            FileItemInput item = items.next();
            try (InputStream in = item.getInputStream()) {
                String content = new String(in.readAllBytes(), ISO_8859_1);
                parts.add(new ParsedPart(item.getFieldName(), item.getName(), item.getContentType(), content));
            }
        }
        return parts;
    }

    /** The parts, or the failure's message. */
    private static Object outcome(Parsing parsing) {
        try {
            return parsing.parse();
        } catch (IOException | RuntimeException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    private interface Parsing {

        List<ParsedPart> parse() throws IOException;
    }

    private record Request(String boundary, byte[] body) implements RequestContext {

        @Override
        public String getCharacterEncoding() {
            return "UTF-8";
        }

        @Override
        public long getContentLength() {
            return body.length;
        }

        @Override
        public String getContentType() {
            return "multipart/form-data; boundary=\"" + boundary + '"';
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(body);
        }

        @Override
        public boolean isMultipartRelated() {
            return false;
        }
    }
}
