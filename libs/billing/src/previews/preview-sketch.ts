import { createHash } from 'node:crypto';

/** What a preview said of one schedule: its id and a hash of the text. */
export interface Fingerprint {
  readonly id: string;
  readonly hash: Buffer;
}

/** An id that stands in one sketch and not in the other, or in both with different hashes. */
export interface SketchDifference {
  readonly id: string;
  readonly kind: 'added' | 'gone' | 'changed';
}

const ID = 16;
const HASH = 8;
const CHECK = 4;
const KEY = ID + HASH;
const CELL = 4 + KEY + CHECK;
const TABLES = 3;
const TABLE_SIZE = 80;
const CELLS = TABLES * TABLE_SIZE;
const ROOT = 32;
export const SKETCH_BYTES = ROOT + CELLS * CELL;

/**
 * A set of fingerprints in constant space, however many they are: an invertible Bloom lookup table
 * (Goodrich and Mitzenmacher, 2011). Two sketches tell exactly which members differ as long as
 * these are fewer than about 190. Each cell counts its members and holds their exclusive or.
 */
export class PreviewSketch {
  private constructor(private readonly bytes: Buffer) {}

  static empty(): PreviewSketch {
    return new PreviewSketch(Buffer.alloc(SKETCH_BYTES));
  }

  /** @throws RangeError when the bytes are no sketch */
  static from(bytes: Buffer): PreviewSketch {
    if (bytes.length !== SKETCH_BYTES) throw new RangeError('Not a sketch');
    return new PreviewSketch(Buffer.from(bytes));
  }

  toBytes(): Buffer {
    return this.bytes;
  }

  add({ id, hash }: Fingerprint): void {
    xor(this.bytes, 0, hash, ROOT);
    const key = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), hash.subarray(0, HASH)]);
    this.toggle(key, 1);
  }

  equals(other: PreviewSketch): boolean {
    return this.bytes.equals(other.bytes);
  }

  /**
   * What is different in the later sketch. `complete` is false when there are more differences than
   * the sketch can tell apart; those listed are certain then too.
   */
  differences(later: PreviewSketch): { differences: SketchDifference[]; complete: boolean } {
    const rest = this.minus(later);
    const [gone, added] = rest.peel();
    const kindOf = (id: string) =>
      gone.has(id) && added.has(id) ? 'changed' : gone.has(id) ? 'gone' : 'added';
    const ids = [...new Set([...gone, ...added])].sort();
    const complete = rest.bytes.subarray(ROOT).every((byte) => byte === 0);
    return { differences: ids.map((id) => ({ id, kind: kindOf(id) })), complete };
  }

  private minus(other: PreviewSketch): PreviewSketch {
    const rest = Buffer.from(this.bytes);
    for (let at = ROOT; at < SKETCH_BYTES; at += CELL) {
      rest.writeInt32BE(this.bytes.readInt32BE(at) - other.bytes.readInt32BE(at), at);
      xor(rest, at + 4, other.bytes.subarray(at + 4, at + CELL), KEY + CHECK);
    }
    return new PreviewSketch(rest);
  }

  /**
   * Takes out members that are alone in a cell until none is: those of this one and of the other.
   */
  private peel(): [Set<string>, Set<string>] {
    const [mine, others] = [new Set<string>(), new Set<string>()];
    for (let found = true; found;) {
      found = false;
      for (let at = ROOT; at < SKETCH_BYTES; at += CELL) {
        const count = this.bytes.readInt32BE(at);
        if (count !== 1 && count !== -1) continue;
        const key = Buffer.from(this.bytes.subarray(at + 4, at + 4 + KEY));
        const check = this.bytes.subarray(at + 4 + KEY, at + CELL);
        if (!digestOf(key).subarray(0, CHECK).equals(check)) continue;
        (count === 1 ? mine : others).add(uuidOf(key));
        this.toggle(key, -count);
        found = true;
      }
    }
    return [mine, others];
  }

  private toggle(key: Buffer, count: number): void {
    const digest = digestOf(key);
    for (let table = 0; table < TABLES; table += 1) {
      const place = digest.readUInt32BE(CHECK + 4 * table) % TABLE_SIZE;
      const at = ROOT + (table * TABLE_SIZE + place) * CELL;
      this.bytes.writeInt32BE(this.bytes.readInt32BE(at) + count, at);
      xor(this.bytes, at + 4, key, KEY);
      xor(this.bytes, at + 4 + KEY, digest, CHECK);
    }
  }
}

function digestOf(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest();
}

function uuidOf(key: Buffer): string {
  const hex = key.subarray(0, ID).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function xor(target: Buffer, at: number, source: Buffer, length: number): void {
  for (let i = 0; i < length; i += 1) {
    target[at + i] = (target[at + i] ?? 0) ^ (source[i] ?? 0);
  }
}
