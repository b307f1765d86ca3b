export const de = {
  health: 'Zustand',
  intro:
    'Ob die Teile dieser Installation arbeiten, für alle Akademien zusammen. Die Seite aktualisiert sich von selbst.',
  allWell: 'Nichts braucht Aufmerksamkeit.',
  wrongCount: '{count, plural, one {# Fehler muss} other {# Fehler müssen}} behoben werden.',
  attentionCount: '{count, plural, one {# Punkt braucht} other {# Punkte brauchen}} Aufmerksamkeit.',
  readAt: 'Stand: {time}',
  refresh: 'Aktualisieren',
  problems: 'Was zu tun ist',
  all: 'Alle Teile',
  rest: 'Alles andere',
  loading: 'Der Zustand der Installation wird geladen',
  notLoaded: 'Der Zustand der Installation konnte nicht geladen werden. {message}',
  tryAgain: 'Erneut versuchen',

  well: 'In Ordnung',
  warning: 'Achtung',
  wrong: 'Fehler',
  unknown: 'Unbekannt',

  server: 'Server',
  serverSays: '{name} läuft in der Ausgabe {version} seit {time} und belegt {memory} Arbeitsspeicher.',
  serverBusy:
    '{load, number} Aufgaben teilen sich jeden Prozessor. Starte einen weiteren Server oder suche nach anderen Programmen auf diesem Rechner.',

  database: 'Datenbank',
  databaseSays: 'PostgreSQL {version} antwortet in {ms, number} ms und enthält {bytes}.',
  databaseSlow:
    'Eine kleine Abfrage dauerte {ms, number} ms. Prüfe die Last des Rechners, auf dem die Datenbank läuft, und das Netz dazwischen.',
  databaseOldTransaction:
    'Eine Transaktion ist seit {age} offen. Finde das Programm, das sie offen hält, und beende sie.',
  databaseFewConnections:
    'Nur noch {free, number} Verbindungen sind frei. Erhöhe max_connections von PostgreSQL oder senke ACADEMY_DATABASE_CONNECTIONS.',
  databaseWaiting:
    'Anfragen warten auf eine Verbindung. Prüfe die langsamen Abfragen auf dieser Seite, bevor du ACADEMY_DATABASE_CONNECTIONS erhöhst.',

  replication: 'Standby',
  replicationNone:
    'Kein Standby ist sichtbar. Wenn es eines gibt, gib dem Datenbankbenutzer der Akademie die Rolle pg_monitor, damit es hier erscheint.',
  replicationSays: '{count, plural, one {# Standby folgt} other {# Standbys folgen}} der Datenbank ohne Verzögerung.',
  replicationLag:
    '{count, plural, one {# Standby folgt} other {# Standbys folgen}} der Datenbank, mit höchstens {lag} Rückstand.',
  replicationBehind: 'Ein Wechsel würde jetzt {lag} verlieren. Prüfe Festplatte und Netz des Standbys.',

  clock: 'Uhr',
  clockSays: 'Dieser Server und die Datenbank weichen um {ms, number} ms voneinander ab.',
  clockDiffers: 'Codes und Token laufen zu früh oder zu spät ab. Stelle beide Uhren nach einem Zeitserver (NTP).',

  disk: 'Festplatte',
  diskSays: '{free} sind auf der Festplatte der Datenbank frei.',
  diskLittle: 'Schaffe bald Platz.',
  diskFull: 'Schaffe jetzt Platz. Bis dahin speichert die Akademie nichts.',

  mail: 'E-Mail',
  mailNone: 'Keine Mails warten.',
  mailWaiting: '{count, plural, one {# Mail wartet} other {# Mails warten}}, die älteste seit {age}.',
  mailShown: 'Kein Mailserver ist eingestellt. Mails stehen im Postfach dieses Rechners.',
  mailOff: 'Kein Mailserver ist eingestellt. Setze ACADEMY_SMTP_URL und ACADEMY_MAIL_FROM.',
  mailFailing:
    'Der Mailserver antwortete: „{error}“. Prüfe ACADEMY_SMTP_URL. Die Akademie versucht es zwei Tage lang erneut. Bis dahin geht nichts verloren.',
  mailLate:
    'Der Mailserver ist langsam oder nimmt nur manche Mails an. Suche im Protokoll des Servers nach „a mail was not sent“.',
  mailGivenUp:
    '{count, plural, one {# Mail wurde} other {# Mails wurden}} in den letzten 7 Tagen aufgegeben: Die Adresse gibt es nicht, oder der Mailserver lehnt den Absender ab.',

  webhooks: 'Webhooks',
  webhooksNone: 'Kein Webhook ist aktiv.',
  webhooksSays:
    '{active, plural, one {# Webhook ist} other {# Webhooks sind}} aktiv, und {waiting, plural, =0 {keine Zustellungen warten} one {# Zustellung wartet} other {# Zustellungen warten}}.',
  webhooksFailing:
    '{failed, plural, one {# Zustellung wurde} other {# Zustellungen wurden}} am letzten Tag aufgegeben. Sieh nach, was die Empfänger antworteten.',
  webhooksPaused:
    'Die Akademie hat {count, plural, one {# Webhook} other {# Webhooks}} angehalten, weil es den Empfänger nicht mehr gibt. Ändere oder lösche ihn.',
  openWebhooks: 'Webhooks öffnen',

  labs: 'Labs',
  labsSays:
    '{running, plural, =0 {Keine Labs laufen} one {# Lab läuft} other {# Labs laufen}}, und {failed, plural, =0 {keines ist} one {# ist} other {# sind}} am letzten Tag fehlgeschlagen.',
  labsFailing: 'Prüfe die Ursachen und den Zustand der Lab-Systeme.',
  openLabs: 'Labs öffnen',

  logIns: 'Anmeldungen',
  logInsSays:
    '{succeeded, number} gelangen und {refused, number} wurden in der letzten Stunde an diesem Server abgelehnt.',
  logInsGuessing:
    'Vielleicht probiert ein Programm Passwörter aus. Die Grenzen halten; suche im Protokoll des Reverse-Proxys nach einer einzelnen Adresse.',

  requests: 'Anfragen',
  requestsSays:
    '{all, number} in der letzten Stunde an diesem Server: {errors, number} schlugen fehl, {refused, number} wurden abgelehnt, {limited, number} überschritten eine Grenze.',
  requestsErrors: 'Suche im Protokoll des Servers nach Zeilen mit "status":5 und folge ihrer correlationId.',
  requestsLimited:
    'Prüfe, ob ein Klassenraum oder ein Programm sich eine Adresse teilt, und passe die Grenzen in den Einstellungen an.',

  work: 'Arbeit im Hintergrund',
  workNone: 'Noch nichts ist gelaufen.',
  workSays: '{count, plural, one {# Arbeit läuft} other {# Arbeiten laufen}}, zuletzt {ago}.',
  workFailing: 'Das schlägt fehl: {names}. Suche im Protokoll des Servers nach Zeilen mit demselben Wert von „work“.',
  workFailed: '{failures, plural, one {einmal fehlgeschlagen} other {#-mal fehlgeschlagen}}, zuletzt {ago}',
  workDone: 'lief {ago}',

  content: 'Inhalte',
  contentSays: 'Zuletzt in {academy} veröffentlicht, {ago}.',
  contentNone: 'Nichts ist veröffentlicht. Veröffentliche Inhalte mit „./academy apply“.',
  contentOf: '{count, plural, =0 {nichts veröffentlicht} one {# Inhalt} other {# Inhalte}}',
  contentOfSince: '{count, plural, one {# Inhalt} other {# Inhalte}}, zuletzt veröffentlicht {ago}',

  backup: 'Sicherung',
  backupSays: 'Die letzte Sicherung wurde {ago} geschrieben.',
  backupNone:
    'Keine Sicherung ist bekannt. Schreibe eine mit „./academy backup“. Sicherungen, die du auf anderem Weg machst, erscheinen hier nicht.',
  backupOld: 'Führe „./academy backup“ jede Nacht aus.',

  statements: 'Langsame Abfragen',
  statementsNone: 'Keine Abfrage dauerte in der letzten Stunde an diesem Server länger als {threshold, number} ms.',
  statementsSays:
    '{count, plural, one {# Abfrage dauerte} other {# Abfragen dauerten}} in der letzten Stunde länger als {threshold, number} ms, die langsamste {ms, number} ms, für „{call}“.',
  statementsMany:
    'Suche im Protokoll des Servers nach „slow statement“. Ein einzelner Aufruf deutet auf einen Index oder eine Sperre, viele auf den Rechner der Datenbank.',

  details: 'Einzelheiten',
  'cleaning the content store': 'Speicher der Inhalte aufräumen',
  'deleting expired limits': 'Abgelaufene Grenzen löschen',
  'deleting expired sign-in data': 'Abgelaufene Anmeldedaten löschen',
  'deleting old records': 'Alte Einträge löschen',
  'registering this server': 'Diesen Server anmelden',
  'sending mail': 'Mails senden',
  'sending notifications': 'Benachrichtigungen senden',
  'sending webhooks': 'Webhooks senden',
  'watching scheduled alerts': 'Geplante Hinweise beobachten',
};
