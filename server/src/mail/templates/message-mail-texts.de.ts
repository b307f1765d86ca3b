export const de = {
  feedbackSubject:
    '{kind, select, bug {Ein Problem wurde gemeldet} rated {Feedback: {rating} von 5 Sternen} other {Feedback}} {about, select, course {zum Kurs „{course}“} lesson {zu „{lesson}“ in „{course}“} other {zu {academy}}}',
  feedbackHeading:
    '{kind, select, bug {Ein Problem wurde gemeldet} rated {Feedback: {rating} von 5 Sternen} other {Feedback}}',
  feedbackAbout:
    'Es gibt neues Feedback {about, select, course {zum Kurs „{course}“} lesson {zu „{lesson}“ in „{course}“} other {zu {academy}}}.',
  rating: 'Bewertung: {rating} von 5 Sternen.',
  fromVisitor: 'Die Person war nicht angemeldet.',
  fromLearner: 'Die Person möchte nicht kontaktiert werden.',
  fromWriter: 'Das Feedback kommt von {writer}. Antworten auf diese Mail gehen dorthin.',
  openPage: 'Seite öffnen',
  feedbackAddress: 'Diese Mail geht an die Feedback-Adresse von {academy}.',
  contactSubject: '{subject} ({academy})',
  contactFrom: '{writer} hat über das Kontaktformular geschrieben.',
  writerLoggedIn: 'Die Person war angemeldet. Antworten auf diese Mail gehen an die Adresse oben.',
  writerLoggedOut:
    'Die Person war nicht angemeldet; die Adresse oben gehört vielleicht nicht ihr. Antworten auf diese Mail gehen dorthin.',
  contactAddress: 'Diese Mail geht an die Kontaktadresse von {academy}.',
};
