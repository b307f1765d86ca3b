import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react/pure';
import '../src/styles/fonts.css';
import '../src/styles/tokens.css';
import '../src/styles/states.css';
import '../src/styles/base.css';

afterEach(async () => {
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
