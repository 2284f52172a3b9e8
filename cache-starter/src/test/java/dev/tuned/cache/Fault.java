/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.time.Duration;

import com.couchbase.mock.memcached.protocol.CommandCode;
import com.couchbase.mock.memcached.protocol.ErrorCode;

/** The ways in which Couchbase can be there and not there. */
enum Fault {

    /** Connections stay open, and no answer comes. */
    BLACK_HOLE {
        @Override
        void begin(MockCouchbase couchbase, ChaosProxy proxy) {
            proxy.swallow();
        }
    },

    /** Connections are reset, and new ones get no answer. */
    RESET {
        @Override
        void begin(MockCouchbase couchbase, ChaosProxy proxy) {
            proxy.swallow();
            proxy.reset();
        }
    },

    /** Connections are reset, and new ones refused. */
    REFUSE {
        @Override
        void begin(MockCouchbase couchbase, ChaosProxy proxy) throws IOException {
            proxy.refuse();
        }
    },

    /** Every answer comes later than anyone waits for it. */
    SLOW {
        @Override
        void begin(MockCouchbase couchbase, ChaosProxy proxy) {
            proxy.delay(Duration.ofSeconds(3));
        }
    },

    /** The server says that it is busy. */
    TEMPORARY_FAILURE {
        @Override
        void begin(MockCouchbase couchbase, ChaosProxy proxy) {
            couchbase.fail(ErrorCode.ETMPFAIL, CommandCode.ILLEGAL, -1);
        }
    },

    /** The server says that it is out of memory. */
    OUT_OF_MEMORY {
        @Override
        void begin(MockCouchbase couchbase, ChaosProxy proxy) {
            couchbase.fail(ErrorCode.ENOMEM, CommandCode.ILLEGAL, -1);
        }
    };

    abstract void begin(MockCouchbase couchbase, ChaosProxy proxy) throws IOException;

    final void end(MockCouchbase couchbase, ChaosProxy proxy) throws IOException {
        couchbase.fail(ErrorCode.SUCCESS, CommandCode.ILLEGAL, 0);
        proxy.restore();
    }
}
