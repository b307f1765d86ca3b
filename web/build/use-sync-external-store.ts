/** React has it itself; the router's dependency still brings a stand-in for older versions. */
export { useSyncExternalStore } from 'react';
