/** Rights of a sample person: `pro` is a learner with a Pro membership, `admin` may use the admin area. */
export type SampleRole = 'learner' | 'pro' | 'admin';

/**
 * One of the people who exist in the environment `local`. Passwords are generated at the first start, never stored
 * here.
 */
export interface SamplePerson {
  role: SampleRole;
  email: string;
  firstName: string;
  lastName: string;
}

/** The sample people; a visitor needs none. */
export const samplePeople: readonly SamplePerson[] = [
  { role: 'learner', email: 'learner@example.org', firstName: 'Lena', lastName: 'Learner' },
  { role: 'pro', email: 'pro@example.org', firstName: 'Pavel', lastName: 'Proctor' },
  { role: 'admin', email: 'admin@example.org', firstName: 'Ada', lastName: 'Admin' },
];
