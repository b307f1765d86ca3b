import { CALLS } from '@academy/contract/calls';
import { describe } from 'vitest';
import { anAcademyOfSamples, everyPrincipalMakes } from './every-principal.fixture.ts';

const app = await anAcademyOfSamples();

// Shows clauses#every-call, clauses#roles, security#every-principal
describe('calls that change something', () =>
  everyPrincipalMakes(
    app,
    CALLS.filter(({ changes }) => changes),
  ));
