/* SPDX-License-Identifier: Apache-2.0 */
package com.example.shop;

import java.util.List;

import org.springframework.data.jpa.repository.JpaRepository;

public interface Products extends JpaRepository<Product, Long> {

    List<Product> findByNameContainingIgnoreCaseOrderById(String text);
}
