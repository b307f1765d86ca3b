import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where tests keep images of labs, which `./academy labs image add` makes of Debian's packages, once. */
export const SAMPLE_IMAGES =
  process.env.ACADEMY_SAMPLE_LAB_IMAGES ?? join(import.meta.dirname, '../../../node_modules/.cache/academy-lab-images');

/** Whether an image was made on this machine. */
export const hasImage = (name: string): boolean => existsSync(join(SAMPLE_IMAGES, name, 'image.json'));
