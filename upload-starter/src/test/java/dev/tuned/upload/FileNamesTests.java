/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileNamesTests {

    @ParameterizedTest
    @CsvSource({
        "a.txt, a.txt",
        "../../etc/passwd, passwd",
        "..\\..\\boot.ini, boot.ini",
        "C:\\path\\a.txt, a.txt",
        "C:a.txt, a.txt",
        "C:D:evil.txt, evil.txt",
        "C: D: evil.txt, evil.txt",
        "/, ''",
        "a/, ''",
        "., ''",
        "a/.., ''",
        "C:.., ''",
        "..., ...",
        "文件 ü.txt, 文件 ü.txt"
    })
    void keepsTheLastSegmentOfAPath(String submitted, String cleaned) {
        assertThat(FileNames.clean(submitted)).isEqualTo(cleaned);
    }

    @Test
    void keepsNothingThatControlsWhoShowsIt() {
        assertThat(FileNames.clean("a\0b\r\n\u001b[31m\u007f\u0085.txt")).isEqualTo("ab[31m.txt");
        assertThat(FileNames.clean("a\u202etxt.exe\u2066\u200f\u061c")).isEqualTo("atxt.exe");
        assertThat(FileNames.clean("a\u2028b\ud800.txt ")).isEqualTo("ab.txt");
    }

    @Test
    void keepsNoMoreThanAFileSystemTakes() {
        assertThat(FileNames.clean("x".repeat(10_000))).hasSize(255);
        assertThat(FileNames.clean("\ud83d\ude00".repeat(300)).codePoints()).hasSize(255);
    }

    @Test
    void takesAnEmptyNameAsItIs() {
        assertThat(FileNames.clean("")).isEmpty();
    }
}
