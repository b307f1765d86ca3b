import { afterAll } from 'vitest';
import { cleanUp } from './after-file.ts';

// Vitest runs this for each test file.
afterAll(cleanUp);
