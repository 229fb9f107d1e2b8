# Sourced by demo and lab: builds the whole project. Before that name=… (for messages), root=…, target=… are set.

fail() { printf '%s: %s\n' "$name" "$*" >&2; exit 1; }

check_tools() {
  command -v java >/dev/null || fail "no 'java' in the PATH. The build runs on any Java from 17 on; install one and start again."
  command -v mvn >/dev/null || fail "no 'mvn' in the PATH. The build needs Maven 3.8.6 or newer; install it and start again."
}

build() { # a line for every step, and for every ten seconds of a long one; the whole of it is in the file $log
  local line step='starting Maven' status
  mkdir -p "$target"
  coproc MAVEN { cd "$root" && exec mvn -B -DskipTests package 2>&1; }
  local maven=$MAVEN_PID
  trap 'kill "$maven" 2>/dev/null || true' EXIT
  exec 3<&"${MAVEN[0]}"
  : >"$log"
  while true; do
    if IFS= read -r -t 10 -u 3 line; then
      printf '%s\n' "$line" >>"$log"
      [[ $line =~ ^'[INFO] --- '([^:]+):[^:]*:([^ ]+).*' @ '([^ ]+)' ---' ]] || continue
      step="${BASH_REMATCH[3]}: ${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"
      printf '  %3d s  %s\n' "$SECONDS" "$step"
    elif [ $? -gt 128 ]; then
      printf '  %3d s  still at %s (the first build downloads what it needs)\n' "$SECONDS" "$step"
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
