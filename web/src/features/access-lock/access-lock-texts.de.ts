export const de = {
  locked: 'Gesperrt',
  logInRegister: 'Anmelden / Registrieren',
};
