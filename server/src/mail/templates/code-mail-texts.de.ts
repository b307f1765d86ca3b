export const de = {
  subject: 'Dein Code für {academy}',
  heading: 'Bestätige diese E-Mail-Adresse',
  personal:
    'Diese Adresse wurde als private Adresse eines Kontos bei {academy} eingetragen. Gib diesen Code auf der Seite ein, die danach fragt.',
  work: 'Diese Adresse wurde als berufliche Adresse eines Kontos bei {academy} eingetragen. Gib diesen Code auf der Seite ein, die danach fragt.',
  contact:
    'Diese Adresse wurde als Adresse für Nachrichten an {academy} eingetragen. Gib diesen Code auf der Seite ein, die danach fragt.',
  feedback:
    'Diese Adresse wurde als Adresse für Feedback an {academy} eingetragen. Gib diesen Code auf der Seite ein, die danach fragt.',
  sender:
    'Diese Adresse wurde als Absender der Mails von {academy} eingetragen. Gib diesen Code auf der Seite ein, die danach fragt.',
  expiry: 'Der Code gilt 10 Minuten lang und nur einmal.',
  unasked: 'Wenn du das nicht angefordert hast, musst du nichts tun: Ohne den Code wird die Adresse nicht verwendet.',
};
