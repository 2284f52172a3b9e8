/* SPDX-License-Identifier: Apache-2.0 */
package com.example.desk;

import java.io.Serializable;
import java.time.LocalDate;
import java.util.List;

import jakarta.validation.constraints.NotBlank;

public record Ticket(long id, @NotBlank String title, LocalDate due, List<String> tags) implements Serializable {}
