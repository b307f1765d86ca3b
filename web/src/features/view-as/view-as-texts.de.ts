export const de = {
  viewAs: 'Ansicht als jemand anderes',
  impersonating: 'Du siehst die Akademie als <strong>{name}</strong>.',
  readOnly: 'Nur zum Lesen, bis {time}.',
  end: 'Beenden',
};
