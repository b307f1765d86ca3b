export const de = {
  subject: 'Antwort auf deine Nachricht an {academy}',
  heading: 'Antwort auf deine Nachricht',
  intro: 'Du hast an {academy} geschrieben. Das ist die Antwort:',
  yourMessage: 'Deine Nachricht: {question}',
  noReply: 'Wenn du noch einmal schreiben möchtest, nimm das Kontaktformular der Akademie.',
  reply: 'Wenn du noch einmal schreiben möchtest, antworte auf diese Mail.',
};
