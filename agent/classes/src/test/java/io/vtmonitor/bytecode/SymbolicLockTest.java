package io.vtmonitor.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.LockedObject;
import io.vtmonitor.model.LockedObject.Scope;
import org.junit.jupiter.api.Test;

class SymbolicLockTest {
    @Test
    void classes_of_the_same_name_in_other_packages_are_other_objects() {
        SymbolicLock type = SymbolicLock.ofClass("com.acme.Cache");
        assertThat(type.text()).isEqualTo("class Cache");
        assertThat(type.isSame(SymbolicLock.ofClass("com/acme/Cache"))).isTrue();
        assertThat(type.isSame(SymbolicLock.ofClass("org.other.Cache"))).isFalse();
        assertThat(type.object()).isEqualTo(new LockedObject("com/acme/Cache.class", Scope.PROGRAM));
    }

    @Test
    void what_has_no_name_is_told_from_no_other() {
        assertThat(SymbolicLock.UNKNOWN.object()).isNull();
        assertThat(SymbolicLock.UNKNOWN.part("field lock", 3).object()).isNull();
        assertThat(SymbolicLock.CRITICAL_SECTION.object()).isNull();
    }
}
