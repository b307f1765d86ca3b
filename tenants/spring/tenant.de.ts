/** The texts of tenant.ts in German; what is missing here is shown in English. */
export const texts: Readonly<Record<string, string>> = {
  Home: 'Start',
  Courses: 'Kurse',
  'All courses': 'Alle Kurse',
  Beginner: 'Einstieg',
  Intermediate: 'Mittelstufe',
  Advanced: 'Fortgeschritten',
  'Learning Path': 'Lernpfad',
  Instructors: 'Dozenten',
  WELCOME: 'WILLKOMMEN',
  COURSES: 'KURSE',
  'LEARNING PATHS': 'LERNPFADE',
  'LEARNING PATH': 'LERNPFAD',
  Guides: 'Anleitungen',
  INSTRUCTORS: 'DOZENTEN',
  'Browse Courses': 'Kurse ansehen',
  "Don't see the course you're looking for?": 'Der Kurs, den du suchst, ist nicht dabei?',
  'Suggest a course': 'Kurs vorschlagen',
  Learn: 'Lernen',
  'Learning Paths': 'Lernpfade',
  Engage: 'Mitmachen',
  'Give Feedback': 'Feedback geben',
  More: 'Mehr',
  Contact: 'Kontakt',
  Terms: 'Nutzungsbedingungen',
  Privacy: 'Datenschutz',
  'Your California Privacy Rights': 'Datenschutzrechte in Kalifornien',
  'Which level of material are you most interested in?': 'Welches Niveau interessiert dich am meisten?',
  'My account and sign-in': 'Mein Konto und die Anmeldung',
  'Something does not work': 'Etwas funktioniert nicht',
  'An idea for a new course': 'Eine Idee für einen neuen Kurs',
  'Something else': 'Etwas anderes',
  'Learn Spring by building things that run': 'Lerne Spring, indem du baust, was läuft',
  'Good to see you': 'Schön, dass du da bist',
  'Pick up the lesson you left, or start something new. Your place is kept on every device.':
    'Mach bei deiner letzten Lektion weiter oder fang etwas Neues an. Auf jedem Gerät geht es dort weiter, wo du warst.',
  'One idea per lesson, working code in every course': 'Eine Idee je Lektion, laufender Code in jedem Kurs',
  'Each course takes you from a question to an application you can run. Read at your own pace, try things out, and mark off what you have understood.':
    'Jeder Kurs führt dich von einer Frage zu einer Anwendung, die läuft. Lies in deinem Tempo, probier aus und hake ab, was du verstanden hast.',
  'A route through Spring, in an order that makes sense': 'Ein Weg durch Spring, in sinnvoller Reihenfolge',
  'A learning path puts courses in sequence, so that every step stands on the one before it. Follow a path and you always know what comes next.':
    'Ein Lernpfad ordnet Kurse so, dass jeder Schritt auf dem vorigen aufbaut. So weißt du immer, was als Nächstes kommt.',
  'Follow the steps, watch the ring fill up': 'Schritt für Schritt füllt sich der Ring',
  'Take the courses in order, or skip what you already know. What you have completed counts here, wherever you completed it.':
    'Nimm die Kurse der Reihe nach oder überspring, was du schon kannst. Was du abgeschlossen hast, zählt hier, egal wo du es abgeschlossen hast.',
  'One task, one sitting': 'Eine Aufgabe, eine Sitzung',
  'Guides are designed to take 15-30 minutes. Choose a task, follow the steps, and leave with something that works.':
    'Eine Anleitung dauert 15-30 Minuten. Wähl eine Aufgabe, folge den Schritten, und am Ende hast du etwas, das funktioniert.',
  'Written by people who run what they teach': 'Von Menschen, die selbst betreiben, was sie lehren',
  'Every course here carries the name of somebody who has shipped it, broken it and mended it. Get to know them.':
    'Hinter jedem Kurs steht jemand, der das alles selbst ausgeliefert, kaputt gemacht und repariert hat. Lern sie kennen.',
  'Spring Academy teaches the way good colleagues do: a clear question, a small working example, and the reason behind it. You read, you try, and by the end of a course there is an application on your own machine that you understand line by line.':
    'Spring Academy erklärt wie gute Kolleginnen und Kollegen: eine klare Frage, ein kleines Beispiel, das läuft, und der Grund dahinter. Du liest, du probierst aus, und am Ende eines Kurses läuft auf deinem Rechner eine Anwendung, die du Zeile für Zeile verstehst.',
  'Browsing is free and needs no account. With one, your progress follows you from the desk to the sofa, and the lesson you left is the lesson you find.':
    'Umsehen kannst du dich kostenlos und ohne Konto. Mit einem Konto begleitet dich dein Fortschritt vom Schreibtisch aufs Sofa, und du findest die Lektion wieder, in der du aufgehört hast.',
  '15-30 minutes': '15-30 Minuten',
  'That is how long a guide is designed to take: long enough to finish something, short enough for a lunch break.':
    'So lange dauert eine Anleitung: lang genug, um etwas fertig zu bekommen, kurz genug für eine Mittagspause.',
  'Free to start': 'Kostenlos anfangen',
  'Open lessons need no account. A free account opens many more and remembers how far you have come.':
    'Offene Lektionen brauchen kein Konto. Ein kostenloses Konto öffnet viele weitere und merkt sich, wie weit du bist.',
  'One exam voucher a year': 'Jedes Jahr ein Prüfungsgutschein',
  'Pro members may request one Spring Certified Professional exam voucher per year, within one year of purchase.':
    'Mit einer Pro-Mitgliedschaft kannst du einmal im Jahr einen Gutschein für die Prüfung zum Spring Certified Professional anfordern, innerhalb eines Jahres nach dem Kauf.',
  'Create Your Free Account': 'Kostenloses Konto anlegen',
  'Not sure where to begin?': 'Du weißt nicht, wo du anfangen sollst?',
  'Our learning paths line up the courses for you, from a first application to the questions of the Spring Certified Professional exam.':
    'Unsere Lernpfade ordnen die Kurse für dich, von der ersten Anwendung bis zu den Fragen der Prüfung zum Spring Certified Professional.',
  '<p>You have reached the end of this course, and what you learned here is yours to keep. Take an hour this week to use one idea from it in your own code: that is when it starts to stay.</p><p>When you are ready for more, <a href="/courses">choose your next course</a>, follow a <a href="/paths">learning path</a>, or <a href="/contact">tell us what you would like to learn</a>.</p>':
    '<p>Du hast diesen Kurs geschafft, und was du hier gelernt hast, bleibt dir. Nimm dir in dieser Woche eine Stunde und verwende eine Idee daraus in deinem eigenen Code: Dann setzt sie sich fest.</p><p>Wenn du mehr möchtest, <a href="/courses">wähl deinen nächsten Kurs</a>, folge einem <a href="/paths">Lernpfad</a> oder <a href="/contact">schreib uns, was du lernen möchtest</a>.</p>',
  'Tell us what you would like to build, and where you got stuck. The next course often starts with such a message.':
    'Schreib uns, was du bauen möchtest und wo du nicht weiterkommst. So beginnt oft der nächste Kurs.',
  'Included in Pro membership': 'In der Pro-Mitgliedschaft enthalten',
  'Pro membership opens all Pro courses, lessons and labs. It also includes one Spring Certified Professional exam voucher per year, to be requested within one year of purchase.':
    'Die Pro-Mitgliedschaft öffnet alle Pro-Kurse, Lektionen und Labs. Dazu gehört jedes Jahr ein Gutschein für die Prüfung zum Spring Certified Professional, den du innerhalb eines Jahres nach dem Kauf anforderst.',
  Community: 'Community',
  About: 'Über Spring',
  FAQs: 'Häufige Fragen',
  'Which Spring project(s) do you want to learn more about?': 'Über welche Spring-Projekte möchtest du mehr lernen?',
  'A question about a course or guide': 'Eine Frage zu einem Kurs oder einer Anleitung',
  'Pro membership and exam vouchers': 'Pro-Mitgliedschaft und Prüfungsgutscheine',
  'Getting started': 'Erste Schritte',
  'Ask about Pro membership': 'Nach der Pro-Mitgliedschaft fragen',
};
