import { type CpOptions, type FileContent, InMemoryFs, type RmOptions } from 'just-bash/browser';

/** Bytes of all files of a lab. */
const MAX_BYTES = 32_000_000;
const NULL_DEVICE = '/dev/null';
const DEVICES = /^\/dev(\/|$)/;

const refused = (path: string): Error => new Error(`EACCES: permission denied, '${path}'`);

/** The files of a lab. What is written to `/dev/null` is gone, and the devices cannot be replaced by files. */
export class LabFiles extends InMemoryFs {
  /** Files that were read since this was set. */
  reads = new Set<string>();

  constructor() {
    super(undefined, { maxTotalBytes: MAX_BYTES });
  }

  override readFile(...[path, options]: Parameters<InMemoryFs['readFile']>): Promise<string> {
    this.reads.add(path);
    return super.readFile(path, options);
  }

  override async writeFile(...[path, content, options]: Parameters<InMemoryFs['writeFile']>): Promise<void> {
    if (path !== NULL_DEVICE) return super.writeFile(await this.#placed(await this.#target(path)), content, options);
  }

  override async appendFile(...[path, content, options]: Parameters<InMemoryFs['appendFile']>): Promise<void> {
    if (path !== NULL_DEVICE) return super.appendFile(await this.#placed(await this.#target(path)), content, options);
  }

  /** Writes a file, and makes the folders that it lies in. */
  async create(path: string, content: string): Promise<void> {
    await this.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true });
    await this.writeFile(path, content);
  }

  /** The path of a file whose folder is there; the library would make the folder. */
  async #placed(path: string): Promise<string> {
    const folder = path.slice(0, path.lastIndexOf('/')) || '/';
    if (await this.exists(folder)) return path;
    throw new Error(`ENOENT: no such file or directory, open '${path}'`);
  }

  /** What is written to a link is written to the file that it leads to; the library would put a new file in its place. */
  async #target(path: string): Promise<string> {
    const isLink = (await this.lstat(path).catch(() => null))?.isSymbolicLink === true;
    if (!isLink) return path;
    const folder = path.slice(0, path.lastIndexOf('/')) || '/';
    return this.realpath(path).catch(async () => this.resolvePath(folder, await this.readlink(path)));
  }

  override writeFileSync(path: string, content: FileContent, ...rest: RestOfWrite): void {
    super.writeFileSync(path, path === NULL_DEVICE ? '' : content, ...rest);
  }

  override async rm(path: string, options?: RmOptions): Promise<void> {
    if (DEVICES.test(path) && (await this.exists(path))) throw refused(path);
    return super.rm(path, options);
  }

  override async cp(from: string, path: string, options?: CpOptions): Promise<void> {
    if (path !== NULL_DEVICE) return super.cp(from, path, options);
  }

  override async mv(from: string, path: string): Promise<void> {
    for (const one of [from, path]) if (DEVICES.test(one) && (await this.exists(one))) throw refused(one);
    return super.mv(from, path);
  }
}

type RestOfWrite = Parameters<InMemoryFs['writeFileSync']> extends [string, FileContent, ...infer Rest] ? Rest : never;
