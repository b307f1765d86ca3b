import type { Transport } from './call-options.ts';
import { callOverHttp } from './client.ts';

/** Makes a call from the browser, see client.ts. */
export const call: Transport = (theCall, input, options = {}) => callOverHttp(theCall, input, options);
