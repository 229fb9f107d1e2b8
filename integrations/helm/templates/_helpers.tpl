{{- define "vt-monitor.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "vt-monitor.labels" -}}
app.kubernetes.io/name: vt-monitor
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "vt-monitor.selector" -}}
{{- if not .Values.selector }}{{ fail "selector: name the labels of the pods that have the agent, such as selector.app=shop" }}{{ end -}}
{{- toYaml .Values.selector -}}
{{- end -}}

{{- define "vt-monitor.agent" -}}
-javaagent:/vt-monitor/javaagent.jar=port={{ .Values.port }},host=0.0.0.0
{{- with .Values.inject.tokenSecret }},token.file=/var/run/secrets/vt-monitor/token{{ end }}
{{- with .Values.inject.otlp }},otlp={{ . }}{{ end }}
{{- with .Values.inject.options }},{{ . }}{{ end }}
{{- end -}}
