export const de = {
  subject: 'Erinnerung: {title} ({academy})',
  heading: '{title}',
  open: '„{title}“ ist dir zugewiesen und noch nicht abgeschlossen.',
  due: '„{title}“ ist dir zugewiesen und am {day} fällig. Es ist noch nicht abgeschlossen.',
  overdue: '„{title}“ war am {day} fällig und ist noch nicht abgeschlossen.',
  from: '{from} schickt dir diese Erinnerung.',
  begin: 'Öffnen',
  answer: 'Wenn dich etwas davon abhält, antworte auf diese Mail: {from} bekommt deine Antwort.',
};
