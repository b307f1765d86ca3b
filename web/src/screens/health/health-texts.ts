import { texts } from '@academy/contract/i18n/texts';
import { de } from './health-texts.de.ts';

/** The health of the installation: what is watched, its figures, and what to do about a problem. */
export const healthTexts = texts({
  health: 'Health',
  intro: 'Whether the parts of this installation work, for all academies together. The page updates by itself.',
  allWell: 'Nothing needs attention.',
  wrongCount: '{count, plural, one {# thing is} other {# things are}} wrong.',
  attentionCount: '{count, plural, one {# thing needs} other {# things need}} attention.',
  readAt: 'As of {time}',
  refresh: 'Refresh',
  problems: 'What to do',
  all: 'All parts',
  rest: 'Everything else',
  loading: 'Loading the health of the installation',
  notLoaded: 'The health of the installation could not be loaded. {message}',
  tryAgain: 'Try again',

  well: 'Well',
  warning: 'Attention',
  wrong: 'Wrong',
  unknown: 'Not known',

  server: 'Server',
  serverSays: '{name} has run edition {version} since {time} and uses {memory} of memory.',
  serverBusy:
    '{load, number} tasks share each processor. Start another server, or look for other programs on this machine.',

  database: 'Database',
  databaseSays: 'PostgreSQL {version} answers in {ms, number} ms and holds {bytes}.',
  databaseSlow:
    'A small statement took {ms, number} ms. Check the load of the machine that runs the database, and the network between.',
  databaseOldTransaction: 'A transaction has been open for {age}. Find the program that keeps it open, and end it.',
  databaseFewConnections:
    'Only {free, number} more connections fit. Raise max_connections of PostgreSQL, or lower ACADEMY_DATABASE_CONNECTIONS.',
  databaseWaiting:
    'Requests are waiting for a connection. Check the slow statements on this page before you raise ACADEMY_DATABASE_CONNECTIONS.',

  replication: 'Standby',
  replicationNone:
    'No standby is visible. If you have one, grant the role pg_monitor to the academy’s database user to see it here.',
  replicationSays: '{count, plural, one {# standby follows} other {# standbys follow}} the database without delay.',
  replicationLag:
    '{count, plural, one {# standby follows} other {# standbys follow}} the database, the last one {lag} behind.',
  replicationBehind: 'A failover now would lose {lag}. Check disk and network of the standby.',

  clock: 'Clock',
  clockSays: 'This server and the database differ by {ms, number} ms.',
  clockDiffers: 'Codes and tokens expire too early or too late. Set both clocks by a time server (NTP).',

  disk: 'Disk',
  diskSays: '{free} are free on the disk of the database.',
  diskLittle: 'Free some space soon.',
  diskFull: 'Free some space now. Until then the academy refuses to save anything.',

  mail: 'E-mail',
  mailNone: 'No e-mails are waiting.',
  mailWaiting: '{count, plural, one {# e-mail has} other {# e-mails have}} been waiting, the oldest for {age}.',
  mailShown: 'No mail server is set. E-mails are shown in the mailbox of this machine.',
  mailOff: 'No mail server is set. Set ACADEMY_SMTP_URL and ACADEMY_MAIL_FROM.',
  mailFailing:
    'The mail server answered: “{error}”. Check ACADEMY_SMTP_URL. The academy tries again for two days. Until then, nothing is lost.',
  mailLate: 'The mail server is slow or answers for some e-mails only. Search the log for “a mail was not sent”.',
  mailGivenUp:
    '{count, plural, one {# e-mail was} other {# e-mails were}} given up in the last 7 days: the address does not exist, or the mail server refuses the sender.',

  webhooks: 'Webhooks',
  webhooksNone: 'No webhook is active.',
  webhooksSays:
    '{active, plural, one {# webhook is} other {# webhooks are}} active, and {waiting, plural, =0 {no deliveries are} one {# delivery is} other {# deliveries are}} waiting.',
  webhooksFailing:
    '{failed, plural, one {# delivery was} other {# deliveries were}} given up in the last day. See what the receivers answered.',
  webhooksPaused:
    'The academy paused {count, plural, one {# webhook} other {# webhooks}}, because the receiver is gone. Change or delete it.',
  openWebhooks: 'Open webhooks',

  labs: 'Labs',
  labsSays:
    '{running, plural, =0 {No labs are} one {# lab is} other {# labs are}} running, and {failed, plural, =0 {none} other {#}} failed in the last day.',
  labsFailing: 'Check the reasons and the state of the lab engines.',
  openLabs: 'Open labs',

  logIns: 'Log-ins',
  logInsSays: '{succeeded, number} succeeded and {refused, number} were refused in the last hour at this server.',
  logInsGuessing:
    'Passwords may be tried by a program. The limits hold; look for a single address in the log of the reverse proxy.',

  requests: 'Requests',
  requestsSays:
    '{all, number} in the last hour at this server: {errors, number} failed, {refused, number} were refused, {limited, number} exceeded a limit.',
  requestsErrors: 'Search the log for lines with "status":5, and follow their correlationId.',
  requestsLimited: 'Check whether a classroom or a program shares one address, and adjust the limits in the settings.',

  work: 'Background work',
  workNone: 'Nothing has run yet.',
  workSays: '{count, plural, one {# kind of work runs} other {# kinds of work run}}, the last time {ago}.',
  workFailing: 'This fails: {names}. Search the log for lines with the same “work”.',
  workFailed: '{failures, plural, one {failed once} other {failed # times}}, last {ago}',
  workDone: 'ran {ago}',

  content: 'Content',
  contentSays: 'Last published in {academy}, {ago}.',
  contentNone: 'Nothing is published. Publish content with “./academy apply”.',
  contentOf: '{count, plural, =0 {nothing published} one {# item} other {# items}}',
  contentOfSince: '{count, plural, one {# item} other {# items}}, last published {ago}',

  backup: 'Backup',
  backupSays: 'The last backup was written {ago}.',
  backupNone:
    'No backup is known. Write one with “./academy backup”. Backups that you make in another way are not seen here.',
  backupOld: 'Run “./academy backup” every night.',

  statements: 'Slow statements',
  statementsNone: 'No statement took longer than {threshold, number} ms in the last hour at this server.',
  statementsSays:
    '{count, plural, one {# statement} other {# statements}} took longer than {threshold, number} ms in the last hour, the slowest {ms, number} ms, for “{call}”.',
  statementsMany:
    'Search the log for “slow statement”. A single call points to an index or a lock, many calls to the machine of the database.',

  details: 'Details',
  'cleaning the content store': 'Cleaning the content store',
  'deleting expired limits': 'Deleting expired limits',
  'deleting expired sign-in data': 'Deleting expired log-in data',
  'deleting old records': 'Deleting old records',
  'registering this server': 'Registering this server',
  'sending mail': 'Sending e-mails',
  'sending notifications': 'Sending notifications',
  'sending webhooks': 'Sending webhooks',
  'watching scheduled alerts': 'Watching scheduled alerts',
}).translated({ de });
