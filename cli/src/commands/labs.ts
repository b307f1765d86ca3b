export { labsProve } from '../labs/prove/prove-command.ts';
