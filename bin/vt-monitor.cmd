@echo off
rem vt-monitor COMMAND...: runs the command line of vt-monitor.jar on a Java 17 or later. Untested: no Windows was at hand.
rem Java: VT_MONITOR_JAVA_HOME, else JAVA_HOME, else java on the PATH. There is no cache for a faster start on Windows.
setlocal
set "jar=%~dp0vt-monitor.jar"
if not exist "%jar%" set "jar=%~dp0..\lib\vt-monitor.jar"
if not exist "%jar%" set "jar=%~dp0..\agent\target\vt-monitor.jar"
if not exist "%jar%" (
  echo vt-monitor: vt-monitor.jar is not there; looked for it next to this script and in ..\lib. 1>&2
  exit /b 1
)
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
if defined VT_MONITOR_JAVA_HOME set "java=%VT_MONITOR_JAVA_HOME%\bin\java.exe"
if /i "%~1"=="mcp" goto mcp
"%java%" -jar "%jar%" %*
exit /b %ERRORLEVEL%

:mcp
for %%f in ("%jar%") do set "libraries=%%~dpfmcp"
shift
"%java%" -XX:TieredStopAtLevel=1 -cp "%jar%;%libraries%\*" io.vtmonitor.mcp.McpServer %1 %2 %3 %4 %5 %6 %7 %8 %9
exit /b %ERRORLEVEL%
