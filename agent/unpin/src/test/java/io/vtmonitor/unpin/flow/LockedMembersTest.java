package io.vtmonitor.unpin.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

class LockedMembersTest {
    private static final String MUTEX = "mutex()Ljava/lang/Object;";
    private final LockedMembers members = new LockedMembers(ClassFiles.of(LockedMembersTest.class.getClassLoader()));

    private interface Gives {
        Object mutex();
    }

    /** Knows nothing of the interface. */
    private static class Base {
        private final Object lock = new Object();

        public Object mutex() {
            return lock;
        }
    }

    private static final class Inherits extends Base implements Gives {}

    private interface WithDefault extends Gives {
        default int more() {
            return 1;
        }
    }

    private interface WithEquals extends Gives {
        @Override
        boolean equals(Object other);
    }

    private interface Two extends Gives {
        void another();
    }

    private static String name(Class<?> type) {
        return Type.getInternalName(type);
    }

    @Test
    void a_method_is_that_of_the_superclass_before_that_of_an_interface() {
        LockedMembers.Returned returned = members.method(name(Inherits.class), MUTEX);

        assertThat(returned).isNotNull();
        assertThat(returned.declaredIn()).isEqualTo(name(Base.class));
        assertThat(returned.isAbstract()).isFalse();
    }

    @Test
    void an_interface_below_a_functional_one_may_be_a_lambda_too() {
        assertThat(members.mayBeLambda(name(Gives.class))).isTrue();
        assertThat(members.mayBeLambda(name(WithDefault.class))).isTrue();
        assertThat(members.mayBeLambda(name(WithEquals.class))).isTrue();
        assertThat(members.mayBeLambda(name(Two.class))).isFalse();
        assertThat(members.mayBeLambda(name(Base.class))).isFalse();
    }
}
