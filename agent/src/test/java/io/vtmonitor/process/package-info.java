/**
 * What tests of the shipped jar from outside share: they start JVMs of their own and judge what those leave behind. The
 * tests are in the packages below, by what they show.
 */
package io.vtmonitor.process;
