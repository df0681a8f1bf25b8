import { openSync, readSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What the bundle was made of, on the first line of its index. */
interface Head {
  /** By its folder, what npm knows each package by. */
  readonly packages: Readonly<Record<string, string | undefined>>;
}

/** Name, place and length in bytes, and by request the line of what it leads to. */
type Line = readonly [string, number, number, Readonly<Record<string, number>>?];

/** The length of the index stands in so many bytes before it. */
const PREAMBLE = 32;

/**
 * The file that `apps/cli/bundle.mjs` writes: its index is read, a text when somebody asks for it.
 */
export class BundleFile {
  readonly head: Head;
  private readonly file: number;
  private readonly begin: number;
  private readonly index: string;
  /** By the name of a module where its line begins; a line is read when its module is. */
  private readonly lines = new Map<string, number>();
  private readonly names: string[] = [];

  /** @throws Error when there is none */
  constructor(
    path: string,
    /** The folder that its names are relative to. */
    private readonly root: string,
  ) {
    this.file = openSync(path, 'r');
    const length = Number(this.read(0, PREAMBLE));
    this.begin = PREAMBLE + length;
    this.index = this.read(PREAMBLE, length);
    let end = this.index.indexOf('\n');
    this.head = JSON.parse(this.index.slice(0, end)) as Head;
    for (let at = end + 1; at > 0; at = this.index.indexOf('\n', at) + 1) {
      end = this.index.indexOf('"', at + 2);
      const name = this.index.slice(at + 2, end);
      this.lines.set(name, at);
      this.names.push(name);
    }
  }

  /** The text of a file; undefined where the bundle has none. */
  text(filename: string): string | undefined {
    const line = this.line(filename);
    return line && this.read(this.begin + line[1], line[2]);
  }

  /** By request of a file, the number of what it leads to. */
  leads(filename: string): Readonly<Record<string, number>> | undefined {
    return this.line(filename)?.[3];
  }

  fileOf(number: number): string {
    return join(this.root, this.names[number] ?? '');
  }

  private line(filename: string): Line | undefined {
    if (!filename.startsWith(this.root)) return undefined;
    const name = filename.slice(this.root.length + 1).replaceAll(sep, '/');
    const at = this.lines.get(name);
    if (at === undefined) return undefined;
    const end = this.index.indexOf('\n', at);
    return JSON.parse(this.index.slice(at, end < 0 ? undefined : end)) as Line;
  }

  private read(place: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.file, bytes, 0, length, place);
    return bytes.toString('utf8');
  }
}
