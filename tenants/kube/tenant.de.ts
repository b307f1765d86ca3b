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
  'On to the cluster': 'Auf zum Cluster',
  'Go on with the lesson you left, or open a course you have been meaning to try. Your place is kept.':
    'Mach bei deiner letzten Lektion weiter oder öffne einen Kurs, den du schon lange ausprobieren wolltest. Wo du warst, bleibt gespeichert.',
  'See what the cluster is really doing': 'Sieh, was der Cluster wirklich tut',
  'No magic, no slogans: each course opens one part of the machinery, shows how it moves, and lets you turn the handle yourself.':
    'Keine Magie, keine Schlagworte: Jeder Kurs öffnet ein Stück der Maschine, zeigt, wie es sich bewegt, und lässt dich selbst an der Kurbel drehen.',
  'From one container to a cluster you can trust':
    'Vom einzelnen Container zum Cluster, auf den du dich verlassen kannst',
  'Kubernetes is many small ideas. A learning path puts them in an order in which each one explains the next.':
    'Kubernetes besteht aus vielen kleinen Ideen. Ein Lernpfad ordnet sie so, dass jede die nächste erklärt.',
  'Step by step, nothing taken for granted': 'Schritt für Schritt, ohne etwas vorauszusetzen',
  'Work through the courses in order. Skip what you know: completed lessons count wherever you met them first.':
    'Geh die Kurse der Reihe nach durch. Überspring, was du kennst: Abgeschlossene Lektionen zählen überall.',
  'Short answers to practical questions': 'Kurze Antworten auf praktische Fragen',
  'Guides are designed to take 15-30 minutes and end with something running in your cluster.':
    'Eine Anleitung dauert 15-30 Minuten, und am Ende läuft etwas in deinem Cluster.',
  'They carried the pager first': 'Sie hatten selbst Bereitschaft',
  'Our instructors learned Kubernetes where it counts: in front of a cluster that would not behave. They tell you what they wish they had known.':
    'Unsere Dozenten haben Kubernetes dort gelernt, wo es darauf ankommt: vor einem Cluster, der nicht tat, was er sollte. Sie erzählen dir, was sie gern vorher gewusst hätten.',
  'Understand Kubernetes from the container up': 'Versteh Kubernetes, vom Container an',
  'Kubernetes looks enormous until you see that it is built from a few small ideas: a process with walls around it, a wish written down as a file, and a loop that keeps comparing the two. Kube Academy starts with those and builds from there.':
    'Kubernetes wirkt riesig, bis du siehst, dass es aus wenigen kleinen Ideen besteht: ein Prozess mit Wänden darum, ein Wunsch, der in einer Datei steht, und eine Schleife, die beide immer wieder vergleicht. Damit fängt Kube Academy an, und darauf baut alles auf.',
  'Join the 80,000+ learners who chose to understand their clusters rather than fear them. Every course is written by people who run production systems, and every lesson ends with something you can see for yourself.':
    'Mehr als 80.000 Lernende wollen ihre Cluster lieber verstehen als fürchten. Jeder Kurs ist von Menschen geschrieben, die selbst Systeme in Produktion betreiben, und jede Lektion endet mit etwas, das du selbst sehen kannst.',
  '80,000+ learners': '80.000+ Lernende',
  'Developers, operators and the curious, learning at their own pace.':
    'Aus Entwicklung und Betrieb oder einfach neugierig, jede und jeder im eigenen Tempo.',
  'From first principles': 'Von Grund auf',
  'Namespaces and cgroups before pods, pods before deployments. Nothing is hand-waved.':
    'Erst Namespaces und cgroups, dann Pods, dann Deployments. Nichts wird übersprungen.',
  'Your own terminal': 'Dein eigenes Terminal',
  'The examples run on a laptop with a small local cluster. No cloud account needed.':
    'Die Beispiele laufen auf einem Laptop mit einem kleinen lokalen Cluster. Ein Cloud-Konto brauchst du nicht.',
  'Start a Learning Path': 'Lernpfad beginnen',
  'A route through the landscape': 'Ein Weg durch die Landschaft',
  'The cloud native map has hundreds of boxes. Our learning paths show you which ones to visit first, and why.':
    'Die Cloud-Native-Karte hat Hunderte Kästchen. Unsere Lernpfade zeigen dir, welche du zuerst ansiehst und warum.',
  '<p>Well done: that was the last lesson of this course. The best next step is a small one. Open a cluster you work with, find one thing from these lessons, and see whether it is set up the way you would now choose.</p><p>Then <a href="/courses">pick another course</a>, set out on a <a href="/paths">learning path</a>, or <a href="/contact">write to us</a> about what you found.</p>':
    '<p>Gut gemacht: Das war die letzte Lektion dieses Kurses. Der beste nächste Schritt ist ein kleiner. Öffne einen Cluster, mit dem du arbeitest, such dir etwas aus diesen Lektionen heraus und sieh nach, ob es so eingerichtet ist, wie du es jetzt tun würdest.</p><p>Danach <a href="/courses">such dir einen anderen Kurs aus</a>, folge einem <a href="/paths">Lernpfad</a> oder <a href="/contact">schreib uns</a>, was du gefunden hast.</p>',
  'Tell us which part of your cluster keeps you guessing. We read every message, and many courses begin with one.':
    'Schreib uns, welcher Teil deines Clusters dir Rätsel aufgibt. Wir lesen jede Nachricht, und viele Kurse beginnen mit einer.',
  'Included in Pro membership': 'In der Pro-Mitgliedschaft enthalten',
  'Pro membership opens all Pro courses, lessons and labs, here and in the other academies of the house. It also includes one Spring Certified Professional exam voucher per year, to be requested within one year of purchase.':
    'Die Pro-Mitgliedschaft öffnet alle Pro-Kurse, Lektionen und Labs, hier und in den anderen Akademien des Hauses. Dazu gehört jedes Jahr ein Gutschein für die Prüfung zum Spring Certified Professional, den du innerhalb eines Jahres nach dem Kauf anforderst.',
  'A question about a course': 'Eine Frage zu einem Kurs',
  'Pro membership': 'Pro-Mitgliedschaft',
  'There is nothing to read here yet: the content of Kube Academy has not been published on this site. If you came to learn, please look in again soon. If you run this site, publish the courses and reload the page.':
    'Hier gibt es noch nichts zu lesen: Die Inhalte von Kube Academy sind auf dieser Seite noch nicht veröffentlicht. Wenn du lernen möchtest, schau bald wieder vorbei. Wenn du diese Seite betreibst, veröffentliche die Kurse und lade die Seite neu.',
  'Container images': 'Container-Images',
  Containers: 'Container',
  'Ask about Pro membership': 'Nach der Pro-Mitgliedschaft fragen',
};
