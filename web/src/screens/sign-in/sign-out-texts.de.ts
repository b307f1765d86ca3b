export const de = {
  logOut: 'Abmelden',
  notSaved: 'Noch ist nicht alles gespeichert',
  logOutAndLose: 'Abmelden und verwerfen',
  stay: 'Angemeldet bleiben',
  pending:
    '{count, plural, one {Eine Änderung konnte noch nicht gesendet werden. Sie bleibt in diesem Browser gespeichert und wird später gesendet, wenn du angemeldet bleibst.} other {# Änderungen konnten noch nicht gesendet werden. Sie bleiben in diesem Browser gespeichert und werden später gesendet, wenn du angemeldet bleibst.}}',
};
