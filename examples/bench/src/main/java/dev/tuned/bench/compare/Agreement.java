/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.run.WrongAnswerException;

/**
 * Holds the answers of services to the same requests together: one that fails fast would be the fastest. Thread-safe.
 */
final class Agreement {

    /** The part of two answers that has to agree. */
    enum What {
        STATUS,
        LENGTH,
        BODY,
        NONE
    }

    private record Seen(String service, Answer answer) {

        String describe() {
            return "'" + service + "' answered " + answer.status() + " with " + answer.body().length + " bytes";
        }
    }

    private static final int EXCERPT = 200;

    /** Bytes that are shown before a difference and behind it. */
    private static final int BEFORE = 20;

    private static final int BEHIND = 40;

    /** A redirect is no answer either: where it leads to is not followed, and often that is a page to log in. */
    private static final int ERROR = 300;

    private final What what;
    private final List<FileRequest> requests;
    private final @Nullable Seen[] first;
    private final Set<String> checked = new HashSet<>();

    /**
     * An agreement on what a word says.
     *
     * @param what {@code status}, {@code length}, {@code body} or {@code none}
     */
    static Agreement on(String what, List<FileRequest> requests) {
        return new Agreement(What.valueOf(what.toUpperCase(Locale.ROOT)), requests);
    }

    private Agreement(What what, List<FileRequest> requests) {
        this.what = what;
        this.requests = requests;
        this.first = new @Nullable Seen[requests.size()];
    }

    /**
     * Takes up a service that is about to answer. One that comes back is of a new launch, and so are the services after
     * it: a database may have changed meanwhile.
     */
    synchronized void begin(String service) {
        if (!checked.add(service)) {
            checked.clear();
            checked.add(service);
            Arrays.fill(first, null);
        }
    }

    /**
     * Takes the answer of a service.
     *
     * @throws WrongAnswerException if it is not the expected one, or another than the first service of the launch gave
     */
    synchronized void check(String service, int index, Answer answer) throws WrongAnswerException {
        FileRequest request = requests.get(index);
        Seen seen = new Seen(service, answer);
        Integer expected = request.expectedStatus();
        if (expected != null && expected != answer.status() && (what != What.NONE || answer.status() >= ERROR)) {
            throw new WrongAnswerException(request.place() + ": " + request.name() + ": " + seen.describe()
                    + ", expected is " + expected + excerpt(answer));
        }
        if (expected == null && answer.status() >= ERROR) {
            throw new WrongAnswerException(request.place() + ": " + request.name() + ": " + seen.describe()
                    + ", which is "
                    + (answer.status() < 400 ? "a redirect, and where it leads to is not followed" : "an error")
                    + "; if it is what should be measured, write '# @status " + answer.status()
                    + "' above the request" + excerpt(answer));
        }
        Seen before = first[index];
        if (before == null) {
            first[index] = seen;
        } else if (!agrees(before.answer(), answer)) {
            throw new WrongAnswerException(request.place() + ": " + request.name() + ": " + before.describe() + ", "
                    + seen.describe() + difference(before.answer(), answer) + "; if both are right, use --compare "
                    + (before.answer().status() == answer.status() ? "status" : "none"));
        }
    }

    /** The first difference of two bodies, with the text around it. */
    private static String difference(Answer one, Answer other) {
        int at = Arrays.mismatch(one.body(), other.body());
        return at < 0
                ? ""
                : "; their bodies differ from byte " + (at + 1) + " on: '" + around(one.body(), at) + "' and '"
                        + around(other.body(), at) + "'";
    }

    private static String around(byte[] body, int at) {
        int from = Math.max(0, at - BEFORE);
        int to = Math.min(body.length, at + BEHIND);
        return (from == 0 ? "" : "…")
                + printable(new String(body, from, to - from, StandardCharsets.UTF_8), BEFORE + BEHIND)
                + (to == body.length ? "" : "…");
    }

    /** The begin of an answer, in one line that any file and terminal can take. */
    private static String excerpt(Answer answer) {
        String text = printable(answer.text(), EXCERPT);
        return text.isEmpty() ? "" : ": " + text;
    }

    private static String printable(String text, int most) {
        return text.codePoints()
                .limit(most)
                .map(each -> isPlain(each) ? each : ' ')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
    }

    private static boolean isPlain(int character) {
        int type = Character.getType(character);
        return type != Character.CONTROL && type != Character.SURROGATE && type != Character.UNASSIGNED;
    }

    private boolean agrees(Answer one, Answer other) {
        return switch (what) {
            case NONE -> true;
            case STATUS -> one.status() == other.status();
            case LENGTH -> one.status() == other.status() && one.body().length == other.body().length;
            case BODY -> one.status() == other.status() && Arrays.equals(one.body(), other.body());
        };
    }

    /** The length that was agreed on for the body of an answer; -1 where lengths may differ. */
    synchronized int length(int index) {
        Seen agreed = first[index];
        return what == What.STATUS || what == What.NONE || agreed == null
                ? -1
                : agreed.answer().body().length;
    }

    /**
     * Under load an answer has to have the status that was agreed on: bodies may change with what was done before.
     * Where nothing has to agree, an error is one all the same.
     */
    Expectation expectation(int index) {
        return response -> {
            Seen agreed;
            synchronized (this) {
                agreed = first[index];
            }
            return what == What.NONE
                    ? response.status() < ERROR
                            || (agreed != null
                                    && response.status() == agreed.answer().status())
                    : agreed == null || response.status() == agreed.answer().status();
        };
    }

    @Override
    public String toString() {
        return what.name().toLowerCase(Locale.ROOT);
    }
}
