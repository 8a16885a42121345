{{/* At most 40 characters, so that every suffix fits. It contains the name of the chart, by which the alerts find backups. */}}
{{- define "publishing.name" -}}
{{- $name := contains .Chart.Name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) }}
{{- if gt (len $name) 40 }}{{ printf "%s-%s-%s" (.Release.Name | trunc 15 | trimSuffix "-") (.Release.Name | sha256sum | trunc 6) .Chart.Name }}{{ else }}{{ $name }}{{ end }}
{{- end }}

{{/* Of the pods that take part; a dictionary of root and component. */}}
{{- define "publishing.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "publishing.labels" -}}
{{ include "publishing.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "publishing.image" -}}
{{- with .Values.image }}{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default (printf "v%s" $.Chart.AppVersion) }}{{ end }}{{ end }}
{{- end }}

{{/* The variables of every process. `env` takes precedence over `envFrom`, so the schema refuses secrets in `config`. */}}
{{- define "publishing.environment" -}}
envFrom:
  - secretRef: { name: {{ .Values.existingSecret }} }
env:
  - { name: PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
  - { name: TRUSTED_PROXIES, value: {{ .Values.trustedProxies | quote }} }
  - { name: METRICS_PORT, value: '9464' }
  {{- if .Values.migrations.job }}
  - { name: MIGRATE_AT_START, value: 'false' }
  {{- end }}
  {{- range $name, $value := .Values.config }}
  - { name: {{ $name }}, value: {{ if kindIs "float64" $value }}{{ $value | int64 | quote }}{{ else }}{{ $value | toString | quote }}{{ end }} }
  {{- end }}
{{- end }}

{{- define "publishing.pod" -}}
automountServiceAccountToken: false
# They would add variables that look like the service's own.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - { name: {{ . }} }
  {{- end }}
{{- end }}
{{- end }}

{{- define "publishing.user" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "publishing.container" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
