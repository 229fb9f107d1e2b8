package io.vtmonitor.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SymbolicLockTest {
    @Test
    void classes_of_the_same_name_in_other_packages_are_other_objects() {
        SymbolicLock type = SymbolicLock.ofClass("com.acme.Cache");
        assertThat(type.text()).isEqualTo("class Cache");
        assertThat(type.isSame(SymbolicLock.ofClass("com/acme/Cache"))).isTrue();
        assertThat(type.isSame(SymbolicLock.ofClass("org.other.Cache"))).isFalse();
        assertThat(type.object()).isEqualTo("com/acme/Cache.class");
    }

    @Test
    void what_each_object_has_is_no_object_of_the_whole_program() {
        assertThat(SymbolicLock.THIS.object()).isNull();
        assertThat(SymbolicLock.UNKNOWN.object()).isNull();
        assertThat(SymbolicLock.ofClass("com.acme.Cache").part("field lock", 3).object())
                .isNull();
    }
}
