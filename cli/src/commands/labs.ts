export { environmentAdd, environmentCheck, environmentList, environmentRemove } from '../labs/environment-commands.ts';
