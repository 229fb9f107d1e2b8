# Sourced by demo, lab, and unpin: builds what is older than its sources. Before that name=… (for messages), root=…,
# target=…, log=… are set.

fail() { printf '%s: %s\n' "$name" "$*" >&2; exit 1; }

check_tools() {
  command -v java >/dev/null || fail "no 'java' in the PATH. The build runs on any Java from 17 on; install one and start again."
  command -v mvn >/dev/null || fail "no 'mvn' in the PATH. The build needs Maven 3.8.6 or newer; install it and start again."
}

is_newer() { # FILE PATH...: whether a file of the build is there, and nothing in these paths has changed since
  [ -f "$root/$1" ] && (cd "$root" && [ -z "$(find "${@:2}" -newer "$1" -print -quit)" ])
}

agent_is_built() {
  (cd "$root" && is_newer agent/target/vt-monitor.jar pom.xml agent/pom.xml agent/*/pom.xml agent/src/main agent/*/src/main)
}

tests_are_built() { # the programs of the agent's tests, which the lab starts
  [ -d "$root/agent/target/test-classes" ] && is_newer agent/target/vt-monitor-tests.jar agent/pom.xml agent/src/test
}

sample_is_built() { # by the jar that is not repackaged yet: the other one has a fixed date, for equal bytes
  local jar jars
  [ -f "$target/sample-app.jar" ] && [ -f "$target/lab.classpath" ] || return 1
  is_newer sample-app/target/sample-app.jar.original pom.xml sample-app/pom.xml sample-app/src/main || return 1
  IFS=: read -r -a jars <"$target/lab.classpath" || true
  for jar in "${jars[@]}"; do [ -f "$jar" ] || return 1; done
}

build() { # [tests]: a line for each module, and for each half minute of a long goal; the whole is in the file $log
  local line module='' step='starting Maven' status modules=() skip=-DskipTests
  agent_is_built || modules+=(agent)
  if [ "${1:-}" = tests ]; then
    skip=-Dmaven.test.skip.exec
    tests_are_built || modules=(agent)
  fi
  sample_is_built || modules+=(sample-app)
  if [ ${#modules[@]} = 0 ]; then
    echo "vt-monitor and the sample application are built"
    return
  fi
  echo "Building ${modules[*]}; the first build downloads what it needs (log: $log)"
  mkdir -p "$target"
  coproc MAVEN { cd "$root" && exec mvn -B -pl "$(IFS=,; echo "${modules[*]}")" -am "$skip" package 2>&1; }
  local maven=$MAVEN_PID
  trap 'kill "$maven" 2>/dev/null || true' EXIT
  exec 3<&"${MAVEN[0]}"
  : >"$log"
  while true; do
    if IFS= read -r -t 30 -u 3 line; then
      printf '%s\n' "$line" >>"$log"
      [[ $line =~ ^'[INFO] --- '([^:]+):[^:]*:([^ ]+).*' @ '([^ ]+)' ---' ]] || continue
      step="${BASH_REMATCH[3]}: ${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"
      [ "${BASH_REMATCH[3]}" != "$module" ] || continue
      module=${BASH_REMATCH[3]}
      printf '  %3d s  %s\n' "$SECONDS" "$module"
    elif [ $? -gt 128 ]; then
      printf '  %3d s  still at %s\n' "$SECONDS" "$step"
    else
      break
    fi
  done
  status=0
  wait "$maven" || status=$?
  trap - EXIT
  [ "$status" = 0 ] || { grep -m 12 'ERROR' "$log" >&2 || tail -n 12 "$log" >&2
    fail "the build ended with exit code $status; its log is $log. Nothing was started."; }
}
