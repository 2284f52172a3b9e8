/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.util.Assert;

/** Reads what an object is made of. */
final class Parts {

    private Parts() {}

    /**
     * A field's value.
     *
     * @throws IllegalStateException if there is none
     */
    static Object field(Object owner, String name) {
        Object value = PropertyAccessorFactory.forDirectFieldAccess(owner).getPropertyValue(name);
        Assert.state(value != null, () -> owner.getClass().getName() + " has no " + name);
        return value;
    }
}
