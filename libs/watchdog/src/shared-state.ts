import type { Work } from './note.js';

const NUMBERS = 4;
const [BEAT, DEBUGGED, LENGTH, LOADED] = [0, 1, 2, 3];
const LABEL_BYTES = 1024;

/** What the main thread and its watcher share: neither ever waits for the other. */
export class SharedState {
  private readonly numbers: Int32Array;
  private readonly label: Buffer;

  constructor(readonly memory = new SharedArrayBuffer(NUMBERS * 4 + LABEL_BYTES)) {
    this.numbers = new Int32Array(memory, 0, NUMBERS);
    this.label = Buffer.from(memory, NUMBERS * 4);
  }

  /** The loop turns. */
  turn(debugged: boolean): void {
    Atomics.store(this.numbers, DEBUGGED, debugged ? 1 : 0);
    Atomics.add(this.numbers, BEAT, 1);
  }

  get beat(): number {
    return Atomics.load(this.numbers, BEAT);
  }

  /** Whoever stands at a break point stands still, and means to. */
  get debugged(): boolean {
    return Atomics.load(this.numbers, DEBUGGED) === 1;
  }

  /** The modules of the process are loaded: from now on it works. */
  loaded(): void {
    Atomics.store(this.numbers, LOADED, 1);
  }

  get isLoaded(): boolean {
    return Atomics.load(this.numbers, LOADED) === 1;
  }

  /** The only work under way, told by a process that does one thing at a time. */
  set work(work: Work | null) {
    const text = work === null ? '' : JSON.stringify(work);
    const fits = Buffer.byteLength(text) <= LABEL_BYTES;
    Atomics.store(this.numbers, LENGTH, fits ? this.label.write(text) : 0);
  }

  get work(): Work | null {
    const length = Atomics.load(this.numbers, LENGTH);
    return length === 0 ? null : (JSON.parse(this.label.toString('utf8', 0, length)) as Work);
  }
}
