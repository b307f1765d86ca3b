export const de = {
  logsIn: 'Mit {email} kann man sich jetzt bei deinem Konto anmelden.',
  notListed: 'Diese Adresse steht nicht in der Liste.',
  listed: 'Diese Adresse steht schon in der Liste.',
  full: 'Es kann höchstens {count} Adressen dieser Art geben. Entferne zuerst eine.',
  tooManyCodes: 'Es wurden zu viele Codes angefordert. Bitte versuch es in einer Stunde noch einmal.',
};
