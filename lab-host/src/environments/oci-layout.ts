import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { EnvironmentProblem } from './run-tool.ts';

const DescriptorSchema = v.object({
  mediaType: v.string(),
  digest: v.pipe(v.string(), v.regex(/^sha256:[\da-f]{64}$/)),
  platform: v.optional(v.object({ architecture: v.string(), os: v.string() })),
});
const IndexSchema = v.object({ manifests: v.array(DescriptorSchema) });
const ManifestSchema = v.object({ config: DescriptorSchema, layers: v.array(DescriptorSchema) });
const ConfigSchema = v.object({ config: v.optional(v.object({ Env: v.optional(v.nullable(v.array(v.string()))) })) });

/** Names of processors as images have them. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64' };
const MAX_INDEXES = 3;

/** An image in a folder of the OCI layout. */
export interface LayoutImage {
  /** Paths of its layers, the lowest first. */
  layers: string[];
  /** Variables that it sets. */
  variables: Record<string, string>;
}

/**
 * Reads an image. What it names is compared with its digest.
 *
 * @throws EnvironmentProblem when it is damaged, or not for this machine
 */
export function readLayout(folder: string): LayoutImage {
  const blob = ({ digest }: { digest: string }): string => join(folder, 'blobs', ...digest.split(':'));
  const bytesOf = (descriptor: { digest: string }): Buffer => {
    const bytes = read(blob(descriptor));
    if (`sha256:${createHash('sha256').update(bytes).digest('hex')}` !== descriptor.digest)
      throw damaged(folder, `${descriptor.digest} is not what its name says`);
    return bytes;
  };
  const parsed = <S extends v.GenericSchema>(schema: S, bytes: Buffer): v.InferOutput<S> => {
    try {
      return v.parse(schema, JSON.parse(bytes.toString('utf8')));
    } catch (cause) {
      throw damaged(folder, cause instanceof Error ? cause.message : String(cause));
    }
  };
  let [chosen] = parsed(IndexSchema, read(join(folder, 'index.json'))).manifests;
  for (let depth = 0; chosen !== undefined && /index|manifest\.list/.test(chosen.mediaType); depth += 1) {
    if (depth === MAX_INDEXES) throw damaged(folder, 'its lists of images refer to each other');
    const { manifests } = parsed(IndexSchema, bytesOf(chosen));
    chosen = manifests.find(
      ({ platform }) => platform?.os === 'linux' && platform.architecture === ARCHITECTURES[arch()],
    );
  }
  if (chosen === undefined)
    throw new EnvironmentProblem(`${folder} holds no image for this machine.`, 'Choose one for Linux on x86-64.');
  const manifest = parsed(ManifestSchema, bytesOf(chosen));
  const { config } = parsed(ConfigSchema, bytesOf(manifest.config));
  const pairs = (config?.Env ?? []).map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]);
  return {
    layers: manifest.layers.map(blob),
    variables: Object.fromEntries(pairs.filter(([name]) => /^[A-Za-z_]\w*$/.test(name ?? '') && name !== 'HOME')),
  };
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new EnvironmentProblem(
      `${file} cannot be read.`,
      'Name a folder in the OCI layout, or a reference in a registry.',
    );
  }
}

const damaged = (folder: string, why: string) =>
  new EnvironmentProblem(`The image in ${folder} is damaged: ${why}.`, 'Fetch it again.');

/** What a layer takes away of the layers below it. */
export interface Whiteouts {
  /** Paths, relative to the root. */
  removed: string[];
  /** Folders whose contents of lower layers are gone. */
  emptied: string[];
}

const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';

/** The whiteouts among the names in a layer. */
export function whiteoutsOf(names: readonly string[]): Whiteouts {
  const whiteouts: Whiteouts = { removed: [], emptied: [] };
  for (const path of names) {
    const at = path.lastIndexOf('/') + 1;
    const [folder, name] = [path.slice(0, at), path.slice(at)];
    if (name === OPAQUE) whiteouts.emptied.push(folder === '' ? './' : folder);
    else if (name.startsWith(WHITEOUT)) whiteouts.removed.push(`${folder}${name.slice(WHITEOUT.length)}`);
  }
  return whiteouts;
}
