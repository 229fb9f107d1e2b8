"""What runs real servers and libraries from the source files of agent/src/golden/java: their jars, asked of Maven,
their classes, and Quarkus's own build; and the shop."""
import contextlib
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

from project import ROOT

SOURCES = ROOT / "agent/src/golden/java"
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.vtmonitor</groupId>
  <artifactId>applications</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>%s</dependencies>
</project>
"""
# What Quarkus's plugin makes of an application: it is started by a jar, and its classes are in several others.
QUARKUS = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.vtmonitor</groupId>
  <artifactId>applications</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>21</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>io.quarkus</groupId>
        <artifactId>quarkus-bom</artifactId>
        <version>%(version)s</version>
        <type>pom</type>
        <scope>import</scope>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>%(dependencies)s</dependencies>
  <build>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.16.0</version>
      </plugin>
      <plugin>
        <groupId>io.quarkus</groupId>
        <artifactId>quarkus-maven-plugin</artifactId>
        <version>%(version)s</version>
        <executions>
          <execution>
            <goals>
              <goal>build</goal>
            </goals>
          </execution>
        </executions>
      </plugin>
    </plugins>
  </build>
</project>
"""


def maven_class_path(pom, into, *more):
    subprocess.run(
        ["mvn", "-B", "-q", "-ntp", "-f", str(pom), *more, "dependency:build-classpath", f"-Dmdep.outputFile={into}"],
        check=True,
    )
    return into.read_text(encoding="utf-8").strip()


def dependency(coordinates):
    """Of a jar that is named group:artifact:version[:classifier]."""
    names = zip(("groupId", "artifactId", "version", "classifier"), coordinates.split(":"))
    return "<dependency>%s</dependency>" % "".join(f"<{name}>{value}</{name}>" for name, value in names)


def class_path(folder, coordinates):
    """The jars of an application, asked of Maven where its list has changed."""
    folder.mkdir(parents=True, exist_ok=True)
    pom, into = folder / "pom.xml", folder / "class-path.txt"
    text = POM % "".join(map(dependency, coordinates))
    if not into.exists() or pom.read_text(encoding="utf-8") != text:
        pom.write_text(text, encoding="utf-8")
        maven_class_path(pom, into)
    return into.read_text(encoding="utf-8").strip()


def compiled(folder, sources, jars, jdk):
    """The class path of the sources' classes and these jars."""
    classes = folder / "classes"
    subprocess.run(
        [jdk / "bin/javac", "-nowarn", "--release", "21", "-cp", jars, "-d", classes, *(SOURCES / each for each in sources)],
        check=True,
    )
    return f"{classes}{os.pathsep}{jars}"


def by_quarkus(folder, sources, coordinates, jdk):
    """The jar that Quarkus's plugin built to start it, and the jars that have its classes."""
    project = folder / "project"
    built = project / "target/quarkus-app"
    pom = QUARKUS % {
        "version": coordinates[0].split(":")[2],
        "dependencies": "".join(map(dependency, coordinates)),
    }
    wanted = {project / "pom.xml": pom}
    for source in sources:
        wanted[project / "src/main/java" / source] = (SOURCES / source).read_text(encoding="utf-8")
    properties = project / "src/main/resources/application.properties"
    wanted[properties] = "quarkus.http.host=127.0.0.1\nquarkus.http.port=0\n"
    done = built.exists() and all(
        file.exists() and file.read_text(encoding="utf-8") == text for file, text in wanted.items()
    )
    if not done:
        shutil.rmtree(project, ignore_errors=True)
        for file, text in wanted.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        subprocess.run(
            ["mvn", "-B", "-q", "-ntp", "-f", str(project / "pom.xml"), "package"],
            check=True, env={**os.environ, "JAVA_HOME": str(jdk)},
        )
    # What Quarkus changed comes before what it was made of.
    first = sorted((built / "quarkus").glob("*.jar"), reverse=True)
    return built / "quarkus-run.jar", os.pathsep.join(map(str, [*first, *sorted(built.glob("[al]*/**/*.jar"))]))


def shop(jdk):
    """The jars that start sample-app/shop: the executable one, and that of the same application unpacked."""
    project = ROOT / "sample-app/shop"
    subprocess.run(["mvn", "-B", "-q", "-ntp", "-f", project / "pom.xml", "package", "-DskipTests"], check=True)
    fat, unpacked = project / "target/shop.jar", project / "target/unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    subprocess.run(
        [jdk / "bin/java", "-Djarmode=tools", "-jar", fat, "extract", "--destination", unpacked],
        check=True, stdout=subprocess.DEVNULL,
    )
    return fat, unpacked / "shop.jar"


@contextlib.contextmanager
def serving(java, options, url, output=subprocess.DEVNULL):
    """sample-app/shop with a database: its process, and an address that it has answered; it ends with the block."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [java, f"-Dserver.port={port}", "-Dserver.address=127.0.0.1", f"-Dspring.datasource.url={url}", *options]
    server = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
    try:
        address = f"http://127.0.0.1:{port}/products"
        answer(address, server)
        yield server, address
    finally:
        server.terminate()
        server.wait()


def answer(address, server):
    """What the server answers; asked again while it lives."""
    while True:
        try:
            with urllib.request.urlopen(address, timeout=60) as response:
                return response.read()
        except (urllib.error.URLError, ConnectionError):
            if server.poll() is not None:
                raise
            time.sleep(0.05)


def listed(file):
    """A name and its coordinates for each line of a list."""
    lines = (ROOT / "agent/src/golden" / file).read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line.strip() and not line.startswith("#")]
