/**
 * What the other packages hand each other: records, enums and the few interfaces between them; and what they have in
 * common. Depends on nothing.
 */
@NullMarked
package io.vtmonitor.model;

import org.jspecify.annotations.NullMarked;
