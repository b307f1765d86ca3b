export const de = {
  own: 'Das ist dein eigenes Konto. Ändere deine Anmeldung unter „Mein Konto“.',
  elsewhere: 'Dieses Konto wird dort verwaltet, wo sich die Person anmeldet.',
};
