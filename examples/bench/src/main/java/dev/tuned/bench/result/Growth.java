/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;

/**
 * Why a service became worse: the methods that grew, by flight recordings of both under the same requests.
 *
 * @param sure how sure this is
 * @param methods the methods, the largest growth first
 */
public record Growth(String sure, List<GrownMethod> methods) {}
