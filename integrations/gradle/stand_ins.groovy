// Runs vt-monitor.gradle with stand-ins for the objects of Gradle that it uses. Prints what it configures: the options
// of a test JVM, and the arguments of the command, one a line.
import org.codehaus.groovy.control.CompilerConfiguration

def (script, build, failOn, testClassPath) = args

class Test {}
class JavaExec {}

class Task {
    String name
    List options = []
    List arguments = []
    def classpath
    def mainClass

    def doFirst(Closure action) { action() }
    def onlyIf(Closure condition) {}
    def mustRunAfter(Object... tasks) {}
    def dependsOn(String task) { assert task == 'vtMonitorCheck' }
    def jvmArgs(Object... options) { this.options.addAll(options*.toString()) }
    def args(Object... arguments) { this.arguments.addAll(arguments*.toString()) }
}

class Tasks {
    def test = new Task(name: 'test')
    def all = [check: new Task(name: 'check')]

    def configured(Task task, Closure body) {
        body.delegate = task
        body.resolveStrategy = Closure.DELEGATE_FIRST
        body(task)
    }

    def withType(Class type) {
        assert type == Test
        [configureEach: { Closure body -> configured(test, body) }]
    }

    def register(String name, Class type, Closure body) {
        assert type == JavaExec
        all[name] = new Task(name: name)
        configured(all[name], body)
    }

    def named(String name, Closure body) { configured(all[name], body) }
}

class Value {
    def value
    def get() { value }
    def getOrElse(other) { value ?: other }
    File getAsFile() { value }
}

class Files {
    List<File> files
    def filter(Closure condition) { new Files(files: files.findAll(condition)) }
    String getAsPath() { files.join(File.pathSeparator) }
}

class Layout {
    String build
    def getBuildDirectory() { this }
    def dir(String name) { new Value(value: new Value(value: new File(build, name))) }
}

abstract class Project extends Script {
    def configurations(Closure body) {}
    def dependencies(Closure body) {}
}

def tasks = new Tasks()
def testFiles = testClassPath.split(File.pathSeparator).collect { new File(it) }
def shell = new GroovyShell(getClass().classLoader, new Binding([
    layout: new Layout(build: build),
    providers: [gradleProperty: { String name -> new Value(value: failOn) }],
    configurations: [vtMonitor: 'vt-monitor'],
    sourceSets: [test: [runtimeClasspath: new Files(files: testFiles)]],
    tasks: tasks]), new CompilerConfiguration(scriptBaseClass: 'Project'))
shell.evaluate(new File(script))
def check = tasks.all.vtMonitorCheck
assert check.classpath == 'vt-monitor'
new File(build, 'jvm-options').text = tasks.test.options.join('\n')
new File(build, 'command').text = ([check.mainClass] + check.arguments).join('\n')
