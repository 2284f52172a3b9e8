/* SPDX-License-Identifier: Apache-2.0 */
/** Repositories as resources, whose entities are in Hibernate's second-level cache and in the application's. */
package com.example.caching.rest;
