export const de = {
  noAccount:
    'In dieser Akademie ist kein Video-Konto eingerichtet, deshalb kann das Video hier nicht abgespielt werden.',
  notValid: 'Die Adresse dieses Videos ist ungültig.',
};
