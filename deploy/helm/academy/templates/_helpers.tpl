{{- define "academy.name" -}}
{{- if contains "academy" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-academy" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "academy.selector" -}}
app.kubernetes.io/name: academy
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "academy.labels" -}}
{{ include "academy.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "academy.secret" -}}
{{- .Values.existingSecret | default (include "academy.name" .) }}
{{- end }}

{{/* Keys of the secret, each of which is a file. */}}
{{- define "academy.secretKeys" -}}
{{- if .Values.existingSecret }}{{ toJson .Values.existingSecretKeys }}{{ else }}{{ keys .Values.secrets | sortAlpha | toJson }}{{ end }}
{{- end }}

{{/* What servers and migrations share: the user, and no privileges. */}}
{{- define "academy.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "academy.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Where pods of servers and jobs may run. */}}
{{- define "academy.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "academy.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Variables of servers and migrations. Checksums of both sources start the pods anew when one changes. */}}
{{- define "academy.environment" -}}
{{- range $key := include "academy.secretKeys" . | fromJsonArray }}
- name: {{ $key }}_FILE
  value: /run/secrets/academy/{{ $key }}
{{- end }}
{{- end }}

{{- define "academy.mounts" -}}
- { name: data, mountPath: /data }
- { name: temporary, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/academy, readOnly: true }
{{- with .Values.volumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "academy.volumes" -}}
- name: data
  emptyDir: { sizeLimit: 1Gi }
- name: temporary
  emptyDir: { sizeLimit: 1Gi }
- name: secrets
  secret:
    secretName: {{ include "academy.secret" . }}
    # 0440: readable for the group of the pod.
    defaultMode: 288
{{- with .Values.volumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
