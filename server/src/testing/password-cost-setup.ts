import { setPasswordCost } from '@academy/identity/passwords';

// Vitest runs this for each test file. The hashes are real, but cost a thousandth: tests of signing in make hundreds. Files
// about the cost itself set it back.
setPasswordCost({ memory: 64, passes: 1, parallelism: 1 });
