import path from 'node:path';

/** Path of the file that holds a lab's files at what they were. @param folder the lab's folder `workshop` */
export const lockFile = (folder: string): string => path.posix.join(path.posix.dirname(folder), 'lab-files.lock.json');
