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
  'What comes next?': 'Was kommt als Nächstes?',
  'Go on with a course you have begun, or see what is new. Your place is kept on every device.':
    'Mach mit einem Kurs weiter, den du begonnen hast, oder sieh nach, was neu ist. Auf jedem Gerät geht es dort weiter, wo du warst.',
  'Software that reaches its users, and stays up': 'Software, die bei Menschen ankommt und läuft',
  'Courses about everything between the commit and the person who benefits from it: platforms, messages, data and the habits that hold them together.':
    'Kurse über alles zwischen dem Commit und dem Menschen, der etwas davon hat: Plattformen, Nachrichten, Daten und die Gewohnheiten, die sie zusammenhalten.',
  'A direction, not just a destination': 'Eine Richtung, nicht nur ein Ziel',
  'Follow a learning path from the first deployment to a platform that your colleagues enjoy using. Each course prepares the ground for the next.':
    'Folge einem Lernpfad von der ersten Auslieferung bis zu einer Plattform, die deine Kolleginnen und Kollegen gern benutzen. Jeder Kurs bereitet den nächsten vor.',
  'One layer at a time': 'Eine Schicht nach der anderen',
  'Take the courses in order, or begin with the layer you work on. Your progress adds up either way.':
    'Nimm die Kurse der Reihe nach oder fang mit der Schicht an, an der du arbeitest. Dein Fortschritt zählt in beiden Fällen.',
  'A small task, done properly': 'Eine kleine Aufgabe, richtig gemacht',
  'Guides are designed to take 15-30 minutes: one task, the steps, and the reasons behind them.':
    'Eine Anleitung dauert 15-30 Minuten: eine Aufgabe, die Schritte und die Gründe dahinter.',
  'Builders of platforms, and users of them': 'Sie bauen Plattformen, und sie benutzen sie',
  'Our instructors have stood on both sides of the deploy button. Read who they are and what they teach.':
    'Unsere Dozenten kennen beide Seiten des Deploy-Knopfs. Lies, wer sie sind und was sie lehren.',
  'The calm way from a commit to production': 'In Ruhe vom Commit in die Produktion',
  'Most of the work of software begins after the code is written: it has to be built, shipped, connected, watched and changed again. Tanzu Academy is about doing that part well, without heroics.':
    'Die meiste Arbeit an Software beginnt, wenn der Code geschrieben ist: Er wird gebaut, ausgeliefert, verbunden, beobachtet und wieder geändert. Bei Tanzu Academy lernst du, diesen Teil gut zu machen, ganz ohne Heldentaten.',
  'A free account opens everything here, Pro content included. Sign up with an e-mail address, choose a course, and your progress is kept from the first lesson on.':
    'Ein kostenloses Konto öffnet hier alles, auch die Pro-Inhalte. Registrier dich mit einer E-Mail-Adresse, wähl einen Kurs, und dein Fortschritt wird von der ersten Lektion an gespeichert.',
  'Pro content, free': 'Pro-Inhalte, kostenlos',
  'In this academy a free account gets Pro content: every course, every lesson, every lab.':
    'In dieser Akademie gehören Pro-Inhalte zum kostenlosen Konto: jeder Kurs, jede Lektion, jedes Lab.',
  'Both sides of the platform': 'Beide Seiten der Plattform',
  'Lessons for people who build applications, and for those who build what the applications run on.':
    'Lektionen für alle, die Anwendungen bauen, und für alle, die bauen, worauf die Anwendungen laufen.',
  'Ideas before products': 'Erst die Ideen, dann die Produkte',
  'You learn how queues, pipelines and platforms work. The tools you use tomorrow will make sense, too.':
    'Du lernst, wie Warteschlangen, Pipelines und Plattformen funktionieren. So verstehst du auch die Werkzeuge von morgen.',
  'Create Your Free Account': 'Kostenloses Konto anlegen',
  'See the whole arc': 'Das ganze Bild',
  'Learning paths connect single courses to a way of working: from the first deployment to a platform that a whole company relies on.':
    'Lernpfade verbinden einzelne Kurse zu einer Arbeitsweise: von der ersten Auslieferung bis zu einer Plattform, auf die sich ein ganzes Unternehmen verlässt.',
  '<p>Congratulations, you have completed this course. Before you close the tab, write down one thing that you will do differently at work, and tell a colleague about it. A second pair of eyes is how an idea becomes a habit.</p><p>From here you can <a href="/courses">choose another course</a>, follow a <a href="/paths">learning path</a>, or <a href="/contact">send us your thoughts</a>.</p>':
    '<p>Glückwunsch, du hast diesen Kurs abgeschlossen. Bevor du den Tab schließt, schreib etwas auf, das du bei der Arbeit anders machen wirst, und erzähl jemandem davon. So wird aus einer Idee eine Gewohnheit.</p><p>Von hier aus kannst du <a href="/courses">einen anderen Kurs wählen</a>, einem <a href="/paths">Lernpfad</a> folgen oder <a href="/contact">uns schreiben, was du denkst</a>.</p>',
  'Tell us what slows you down between commit and production. If others wonder about it too, we will write about it.':
    'Schreib uns, was dich zwischen Commit und Produktion aufhält. Wenn es auch andere beschäftigt, schreiben wir darüber.',
  'Free with your account': 'Mit deinem Konto kostenlos',
  'In Tanzu Academy a free account gets Pro content: all Pro courses, lessons and labs are open to everybody who has one.':
    'In der Tanzu Academy gehören Pro-Inhalte zum kostenlosen Konto: Alle Pro-Kurse, Lektionen und Labs stehen dir mit einem Konto offen.',
  'Which Tanzu product area or capability are you interested in learning about next?':
    'Über welchen Bereich von Tanzu möchtest du als Nächstes etwas lernen?',
  'Application platforms': 'Anwendungsplattformen',
  'Kubernetes clusters': 'Kubernetes-Cluster',
  'Builds and supply chains': 'Builds und Lieferketten',
  'Data services': 'Datendienste',
  'Gateways and service mesh': 'Gateways und Service Mesh',
  Observability: 'Beobachtbarkeit',
  'Security and policies': 'Sicherheit und Richtlinien',
  'AI applications': 'KI-Anwendungen',
  'A question about a course': 'Eine Frage zu einem Kurs',
  'Access to labs': 'Zugang zu Labs',
  'This academy is not quite ready: the content of Tanzu Academy has not been published on this site. If you came to learn, please come back a little later. If you run this site, publish the courses and reload the page.':
    'Diese Akademie ist noch nicht ganz fertig: Die Inhalte von Tanzu Academy sind auf dieser Seite noch nicht veröffentlicht. Wenn du lernen möchtest, komm etwas später wieder. Wenn du diese Seite betreibst, veröffentliche die Kurse und lade die Seite neu.',
  'Getting started': 'Erste Schritte',
  Messaging: 'Nachrichten',
  'Messaging and integration': 'Nachrichten und Integration',
  'Platform engineering': 'Plattformentwicklung',
  'Service levels': 'Service-Level',
};
