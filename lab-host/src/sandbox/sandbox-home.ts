/** Folders of this machine that a home folder begins with. */
export interface SandboxLayers {
  /** Folder that the layers lie in. */
  folder: string;
  /** Their names in it, the lowest first: later ones lie over earlier ones. */
  names: readonly string[];
  /** True: the only one is filled by the sandbox; false: they are read, and what changes is kept in memory. */
  isMade?: boolean;
}

/** Where the home folder is put together. No sandbox sees this folder of the machine. */
const PLACE = '/dev/shm';

/**
 * Puts a home folder together in namespaces of its own, and starts the rest there. `$1` has the layers, `$2` the most
 * bytes that may change. Paths of layers are relative: nothing above their folder need be open to this user.
 */
const PUT_TOGETHER = `set -e
layers=$1 bytes=$2
shift 2
mount -cn -t tmpfs -o "size=$bytes,mode=0700,nosuid,nodev" tmpfs ${PLACE}
mkdir -m 0700 ${PLACE}/upper
mkdir ${PLACE}/work ${PLACE}/home ${PLACE}/layers ${PLACE}/none
mount -cn -t overlay -o "lowerdir=$layers,upperdir=${PLACE}/upper,workdir=${PLACE}/work,userxattr" overlay ${PLACE}/home
mount -cn -t overlay -o "ro,lowerdir=$layers:${PLACE}/none,userxattr" overlay ${PLACE}/layers
cd /
exec "$@"`;

/** The same for a layer that is filled. */
const TO_FILL = `set -e
layer=$1
shift 2
mount -cn -t tmpfs -o size=64k,mode=0700,nosuid,nodev tmpfs ${PLACE}
mkdir ${PLACE}/home
mount -cn --bind "$layer" ${PLACE}/home
cd /
exec "$@"`;

/**
 * The beginning of a command line that puts a home folder of layers together, as root of a user namespace. It runs in
 * their folder.
 */
export function homeMaker(layers: SandboxLayers | null, bytes: number): string[] {
  if (layers === null) return [];
  const lower = layers.names.toReversed().map((name) => `./${name}`);
  const script = layers.isMade === true ? TO_FILL : PUT_TOGETHER;
  return [
    ...['unshare', '--user', '--map-root-user', '--mount', '--'],
    ...['/bin/bash', '--norc', '--noprofile', '-c', script, 'home', lower.join(':'), String(bytes)],
  ];
}

/** Folders that bubblewrap mounts then. */
export const mountsOf = (layers: SandboxLayers | null): { writable: string; layers: string | null } | null =>
  layers === null ? null : { writable: `${PLACE}/home`, layers: layers.isMade === true ? null : `${PLACE}/layers` };
