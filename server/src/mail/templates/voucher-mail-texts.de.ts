export const de = {
  subject: 'Prüfungsgutschein angefordert bei {academy}',
  heading: 'Ein Prüfungsgutschein wurde angefordert',
  request:
    '{person} fordert den Gutschein für die Prüfung „Spring Certified Professional“ an, der zur Pro-Mitgliedschaft gehört.',
  year: 'Er gehört zum Mitgliedsjahr vom {from} bis zum {until} (UTC). Für dieses Jahr wurde noch kein anderer angefordert.',
  send: 'Schick den Gutschein bitte an diese Adresse. Antworten auf diese Mail gehen auch dorthin.',
  openUsers: 'Liste der Benutzer öffnen',
  contactAddress: 'Diese Mail geht an die Kontaktadresse der Akademie.',
};
