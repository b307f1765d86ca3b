export { environmentAdd, environmentCheck, environmentList, environmentRemove } from '../labs/environment-commands.ts';
export { imageAdd, imageCheck, imageList, imageRemove } from '../labs/image-commands.ts';
export { packageAdd, packageCheck, packageList, packageRemove } from '../labs/package-commands.ts';
export { labsProve } from '../labs/prove/prove-command.ts';
export { environmentWarm } from '../labs/warm-command.ts';
