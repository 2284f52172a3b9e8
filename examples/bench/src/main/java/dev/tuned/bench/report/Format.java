/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.MetricResult;

/** Numbers for people: at most three significant digits, no exponents. */
public final class Format {

    /** Stands where there is no number. */
    public static final String NONE = "–";

    private Format() {}

    /** A measured value, such as {@code 416,000}, {@code 22.8} or {@code 0.0322}. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
        return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
    }

    /** Two values, such as {@code 0.2 → 3}. */
    public static String change(double before, double after) {
        return number(before) + " → " + number(after);
    }

    /**
     * A ratio, such as {@code 0.29}, {@code 2.90} or {@code 0.091}: two decimals in the range where most ratios lie.
     */
    public static String ratio(@Nullable Double ratio) {
        if (ratio == null || !Double.isFinite(ratio)) {
            return NONE;
        }
        if (ratio >= 0.0995 && ratio < 9.995) {
            return new BigDecimal(ratio).setScale(2, RoundingMode.HALF_UP).toPlainString();
        }
        return ratio < 0.0995 ? new BigDecimal(ratio).round(new MathContext(2)).toPlainString() : number(ratio);
    }

    /** A bound or a factor, such as {@code 0.7} or {@code 2}: a ratio without closing zeros. */
    static String factor(@Nullable Double ratio) {
        String text = ratio(ratio);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    /** An interval of ratios, such as {@code [0.22–0.38]}; empty where there is none. */
    public static String interval(@Nullable Double low, @Nullable Double high) {
        return low == null || high == null ? "" : "[" + ratio(low) + "–" + ratio(high) + "]";
    }

    /** A ratio with its interval, where there is one. */
    public static String ratioAndInterval(@Nullable Double ratio, @Nullable Double low, @Nullable Double high) {
        return (ratio(ratio) + " " + interval(low, high)).strip();
    }

    /** A metric's ratio with its interval. */
    public static String ratioAndInterval(MetricResult metric) {
        return ratioAndInterval(metric.ratio(), metric.low(), metric.high());
    }

    /** A position in a picture, with two decimals. */
    static double position(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
