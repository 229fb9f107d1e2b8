/** The commands that read files, as processes: options, exit codes, conditions, and many files at once. */
package io.vtmonitor.process.commands;
