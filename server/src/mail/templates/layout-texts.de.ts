export const de = {
  hello: 'Hallo,',
  helloName: 'Hallo {name},',
  copyAddress: 'Falls die Schaltfläche nichts bewirkt, kopiere diese Adresse in deinen Browser:',
};
