export const de = {
  description: 'Neues aus der {name} Academy, und worauf du achten solltest.',
  alerts: 'Hinweise',
  title: 'Neuigkeiten und Hinweise',
  emptyTitle: 'Zurzeit keine Hinweise',
  emptyText: 'Wenn sich etwas ändert oder deine Aufmerksamkeit braucht, findest du es hier.',
  browseCourses: 'Kurse ansehen',
};
