export const de = {
  startTheLab: 'Lab starten',
  starting: 'Das Lab startet',
  anotherRuns: 'Ein anderes deiner Labs läuft: <b>{title}</b>. Du kannst immer nur ein Lab nutzen.',
  anotherIsCompleted:
    'Du hast <b>{title}</b> abgeschlossen, aber das Lab läuft noch. Du kannst immer nur ein Lab nutzen.',
  goToOther: 'Zum anderen Lab',
  endOther: 'Anderes Lab beenden und dieses starten',
  endOtherTitle: 'Das andere Lab beenden?',
  otherWorkLost: 'Deine Arbeit in <b>{title}</b> geht verloren. Du kannst es jederzeit neu starten.',
  start: 'Lab starten',
  tryAgain: 'Erneut versuchen',
  browser:
    'Ein Terminal, ein Editor und die Dateien stehen bereit. Sie laufen in deinem Browser, und deine Arbeit bleibt erhalten.',
  lightShell:
    'Das Terminal ist eine einfache Shell und kein Linux-Rechner: Befehle für Dateien, Texte und JSON funktionieren, Programme wie git, vim oder tar nicht. Was sie nicht richtig kann, lehnt sie mit einem Satz ab.',
  refused: 'Dort nicht möglich: {refused} von {all} Befehlen und Prüfungen dieses Labs.',
  linux:
    'In deinem Browser startet ein echtes Linux, mit Terminals, einem Editor und den Dateien. Beim ersten Mal werden {megabytes} MB geladen. Deine Arbeit bleibt erhalten.',
  toLight: 'Stattdessen die einfache Shell verwenden',
  toLinux: 'Stattdessen ein echtes Linux verwenden ({megabytes} MB)',
  sandbox:
    'Terminals, ein Editor und die Dateien stehen auf einem Rechner der Akademie bereit. Die Zeit für das Lab ist begrenzt und wird angezeigt, solange es läuft. Deine Dateien bleiben erhalten.',
  environment: 'Die Umgebung dieses Labs: {title}.',
  noEnvironment:
    'Dieses Lab kann hier nicht gestartet werden: Es braucht die Umgebung „{title}“, die der Akademie fehlt. Seine Seiten kannst du lesen.',
  lacksFiles:
    'Dieses Lab nutzt auch Dateien von anderen Orten, die im Browser fehlen. Schritte, die sie brauchen, gehen hier nicht.',
  educates:
    'Das Lab läuft auf einer Lab-Plattform und öffnet sich auf dieser Seite. Die Zeit für das Lab ist begrenzt und wird angezeigt, solange es läuft.',
};
