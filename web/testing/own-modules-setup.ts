import { vi } from 'vitest';

// Vitest runs this for each test file, before it is imported.
vi.resetModules();
