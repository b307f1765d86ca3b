export const de = {
  connections: 'Verbindungen',
  intro: 'Programme anderer, die aus dieser Akademie lesen. Jedes bleibt draußen, bis du es hereinlässt.',
  assistants: 'Assistenten',
  assistantsText:
    'Lernende verbinden ihren eigenen Assistenten über das Model Context Protocol. Er liest, was sie lesen dürfen: Kurse, Lektionen, ihren Fortschritt und welcher Schritt ihres laufenden Labs scheitert. Antworten und Lösungen liest er nie, und er ändert nichts.',
  letIn: 'Assistenten hereinlassen',
  opened: 'Assistenten können sich jetzt verbinden.',
  closed: 'Assistenten bleiben jetzt draußen.',
  address: 'Adresse',
  lastUsed: 'Zuletzt benutzt',
  never: 'Nie',
  howTo:
    'Lernende erstellen auf ihrer Kontoseite ein Token mit „<strong>Lesen, was du lesen darfst, und dein laufendes Lab</strong>“ und geben es ihrem Assistenten zusammen mit dieser Adresse.',
  others: 'Weitere Verbindungen',
  directories: 'Verzeichnisse',
  directoriesText: 'Firmen, deren Leute sich mit ihrem eigenen Anbieter anmelden und per SCIM kommen und gehen.',
  webhooks: 'Webhooks',
  webhooksText: 'Systeme, die von Ereignissen erfahren.',
  tokens: 'Tokens',
  tokensText: 'Skripte, die veröffentlichen oder Statistiken und das Fortschrittsprotokoll lesen.',
};
