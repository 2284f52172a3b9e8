/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;

import dev.tuned.cache.OtherAdvice;

import static org.assertj.core.api.Assertions.assertThat;

class CallersTests {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMethodBehindOtherAdviceIsItself(boolean ofTheClass) {
        ProxyFactory factory = new ProxyFactory(new Products());
        factory.setProxyTargetClass(ofTheClass);
        factory.addAdvice(new OtherAdvice());
        MethodInterceptor cache = invocation -> Callers.caller();
        factory.addAdvice(cache);
        Catalog products = (Catalog) factory.getProxy();

        assertThat(products.find("1")).isNotEmpty().isEqualTo(products.find("2"));
        assertThat(products.find("1"))
                .isNotEqualTo(products.save("1"))
                .isNotEqualTo(products.find(1))
                .contains("find");
    }

    @Test
    void withoutAProxyItIsTheMethodThatCalls() {
        // All code of this package counts as that of the cache.
        assertThat(Callers.caller()).isNotEmpty().doesNotContain("dev.tuned.cache.near");
    }

    interface Catalog {

        String find(String id);

        String find(int id);

        String save(String id);
    }

    static class Products implements Catalog {

        @Override
        public String find(String id) {
            return "";
        }

        @Override
        public String find(int id) {
            return "";
        }

        @Override
        public String save(String id) {
            return "";
        }
    }
}
