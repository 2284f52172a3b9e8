/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import com.couchbase.client.java.Cluster;

/**
 * Where L2 keeps its documents. The bucket is opened without waiting, so that an application starts with Couchbase
 * down.
 *
 * @param cluster the connection; it stays its owner's to close
 * @param bucket the name of the bucket
 * @param scope the name of the scope
 * @param collection the name of the collection
 */
public record CouchbaseLocation(Cluster cluster, String bucket, String scope, String collection) {}
