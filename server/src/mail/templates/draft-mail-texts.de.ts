export const de = {
  subject: 'Der Entwurf {name} wurde nicht veröffentlicht ({academy})',
  heading: 'Entwurf nicht veröffentlicht',
  planned: 'Der Entwurf {name} sollte am {moment} ({timeZone}) veröffentlicht werden. Das ist nicht geschehen.',
  reason: 'Der Grund: {problem}',
  next: 'Übertrage ihn noch einmal und plane eine neue Zeit, oder veröffentliche ihn mit „./academy apply“.',
  openDrafts: 'Entwürfe öffnen',
  why: 'Du bekommst diese E-Mail, weil du die Zeit geplant hast.',
};
