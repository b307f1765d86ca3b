import LaterScreen from '../later/later-screen.tsx';

export const head = () => ({ title: 'Page', noIndex: true });

/** Generic pages come with a later version; until then their address says so. */
export default LaterScreen;
