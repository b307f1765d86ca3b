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

{{/* Pods of lab hosts have these labels, and not those of servers: the service of servers must not lead there. */}}
{{- define "academy.labHostSelector" -}}
app.kubernetes.io/name: academy-lab-host
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "academy.labHostSecret" -}}
{{- .Values.labHosts.existingSecret | default (printf "%s-lab-host" (include "academy.name" .)) }}
{{- end }}

{{/* Keys of the secret of lab hosts. */}}
{{- define "academy.labHostSecretKeys" -}}
{{- if .Values.labHosts.existingSecret }}{{ toJson .Values.labHosts.existingSecretKeys }}{{ else }}{{ keys .Values.labHosts.secrets | sortAlpha | toJson }}{{ end }}
{{- end }}

{{/* Where servers reach each lab host: `host0=http://academy-lab-host-0.academy-lab-hosts:4000,...` */}}
{{- define "academy.labHosts" -}}
{{- $name := include "academy.name" . }}
{{- range $at := until (int .Values.labHosts.replicas) }}{{ if $at }},{{ end }}host{{ $at }}=http://{{ $name }}-lab-host-{{ $at }}.{{ $name }}-lab-hosts:4000{{ end }}
{{- end }}

{{/* Variables of servers and migrations. Checksums of both sources start the pods anew when one changes. */}}
{{- define "academy.environment" -}}
{{- range $key := include "academy.secretKeys" . | fromJsonArray }}
- name: {{ $key }}_FILE
  value: /run/secrets/academy/{{ $key }}
{{- end }}
{{- if .Values.labHosts.enabled }}
- name: ACADEMY_LAB_HOST_SECRET_FILE
  value: /run/secrets/lab-host/ACADEMY_LAB_HOST_SECRET
{{- end }}
{{- end }}

{{- define "academy.mounts" -}}
- { name: data, mountPath: /data }
- { name: temporary, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/academy, readOnly: true }
{{- if .Values.labHosts.enabled }}
- { name: lab-host, mountPath: /run/secrets/lab-host, readOnly: true }
{{- end }}
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
{{- if .Values.labHosts.enabled }}
- name: lab-host
  secret:
    secretName: {{ include "academy.labHostSecret" . }}
    defaultMode: 288
    # Not the former one, which only lab hosts need.
    items: [{ key: ACADEMY_LAB_HOST_SECRET, path: ACADEMY_LAB_HOST_SECRET }]
{{- end }}
{{- with .Values.volumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
