/** Applications that cache. */
package com.example.caching;
