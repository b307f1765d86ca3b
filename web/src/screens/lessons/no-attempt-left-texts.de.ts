export const de = {
  ask: 'Du hast bei diesem Wissenstest keinen Versuch mehr. Einen weiteren können dir Dozenten des Kurses und Administratoren erlauben: <link>Frag die Akademie</link>.',
};
