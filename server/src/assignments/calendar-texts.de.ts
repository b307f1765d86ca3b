export const de = {
  name: '{academy} Academy: Fälligkeiten',
  due: 'Fällig: {title}',
  mandatory: 'Das ist für dich Pflicht.',
  recommended: 'Das ist dir empfohlen.',
};
