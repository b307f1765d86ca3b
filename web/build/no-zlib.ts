/** Stands in for Node's zlib in the shell of labs: packed files are among what a browser lab does not do. */
function refuse(): never {
  throw new Error('packed files are not supported in this lab');
}

export const gunzipSync = refuse;
export const gzipSync = refuse;
export const constants = {};
