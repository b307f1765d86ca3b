import { hash } from 'node:crypto';

const NEWLINE = 10;
/** Parts of a sum: 128 bits as numbers of 32 bits. */
const PARTS = [0, 4, 8, 12] as const;

/**
 * A checksum of rows that does not depend on their order, because a table has none: the sum of the hashes of its rows.
 * Two tables with the same sum and count have the same rows, each as often.
 */
export class RowSum {
  #sums = [0, 0, 0, 0];
  #count = 0;
  /** The beginning of a row whose end has not come yet. */
  #rest: Buffer[] = [];

  get count(): number {
    return this.#count;
  }

  /** 32 hexadecimal digits. */
  get digest(): string {
    return this.#sums.map((sum) => sum.toString(16).padStart(8, '0')).join('');
  }

  /** @param bytes the next bytes of rows that end with newlines; cut anywhere */
  add(bytes: Buffer): void {
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      const piece = bytes.subarray(from, end);
      this.#addRow(this.#rest.length === 0 ? piece : Buffer.concat([...this.#rest.splice(0), piece]));
      from = end + 1;
    }
    // A copy: the reader may use the memory again.
    if (from < bytes.length) this.#rest.push(Buffer.from(bytes.subarray(from)));
  }

  #addRow(row: Buffer): void {
    const digest = hash('sha256', row, 'buffer');
    this.#sums = this.#sums.map((sum, at) => (sum + digest.readUInt32LE(PARTS[at])) >>> 0);
    this.#count += 1;
  }
}
