import { systemClock, type Ctx, type Instant } from '@quittance/kernel';
import { AsyncLocalStorage } from 'node:async_hooks';
import { url as inspectorUrl } from 'node:inspector';
import { dirname, extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { alert } from './alert.js';
import type { Note, Quarantined, Work } from './note.js';
import { CAREFUL_SECONDS, Quarantine } from './quarantine.js';
import type { FoundCtx } from './main-stack.js';
import { readNotes } from './read-notes.js';
import { SharedState } from './shared-state.js';
import type { WatchOrders } from './watch-thread.js';
import { workQuarantined } from './watchdog.errors.js';
import { isHost, jobOf, workOf } from './worked-on.js';
import { claimReport, releaseReport } from './report-once.js';
import { writeNote } from './write-note.js';

export interface WatchdogSettings {
  readonly process: string;
  /** 0: the loop may stand still for ever. */
  readonly loopStallSeconds: number;
  readonly dataDir: string;
  readonly shutdownSeconds: number;
}

const BEAT_MS = 200;
/** Beyond the time to stop, before an orphan whose loop stands still is ended. */
const ORPHAN_MARGIN_SECONDS = 8;
const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4, stackSizeMb: 1 };

const SOURCE = extname(__filename) === '.ts';
/** Tests run the source as it is: their threads read it the same way. */
const LOADER = ['--require', join(process.cwd(), 'test/support/load-source.cjs')];

/** Of this process: nothing is held, and nobody watches, until it is told to. */
let quarantine = new Quarantine([]);
let folder: string | undefined;
let shared: SharedState | undefined;
let name = '';
/** By the clock of the process, in milliseconds: until then it does one thing at a time. */
let carefulUntil = 0;
let turn: Promise<unknown> = Promise.resolve();
const underWay = new AsyncLocalStorage<true>();

/** Where processes of one data directory tell each other of standstills. */
function notesFolder(dataDir: string): string {
  return join(dataDir, 'standstills');
}

/**
 * Learns what earlier processes stood still at, and has a thread end this one when its loop stands
 * still for too long: by a signal, so that whoever supervises it starts it again. Called once,
 * before any work. Answers what to call when the modules of the process are loaded.
 */
export function startWatchdog(settings: WatchdogSettings): () => void {
  const now = systemClock.now();
  folder = notesFolder(settings.dataDir);
  name = settings.process;
  learn(readNotes(folder, now), now);
  for (const work of quarantine.held(now)) {
    alert(name, 'work_quarantined', { companyId: work.companyId, work });
  }
  const state = new SharedState();
  shared = state;
  const beat = () => state.turn(inspectorUrl() !== undefined);
  beat();
  setInterval(beat, BEAT_MS).unref();
  const orders: WatchOrders = {
    process: name,
    memory: state.memory,
    limitMs: settings.loopStallSeconds * 1000,
    folder,
    parent: Number(process.env.QUITTANCE_STARTER) || null,
    graceMs: (settings.shutdownSeconds + ORPHAN_MARGIN_SECONDS) * 1000,
  };
  const thread = new Worker(join(__dirname, `watch-thread${extname(__filename)}`), {
    workerData: orders,
    resourceLimits: MEMORY,
    execArgv: SOURCE ? LOADER : [],
  });
  thread.on('error', (error) => alert(name, 'watchdog_failed', { error: String(error) }));
  thread.unref();
  return () => state.loaded();
}

/** Takes in what happened to processes before this one. */
export function learn(notes: readonly Note[], now: Instant): void {
  quarantine = new Quarantine(notes);
  const careful = !isHost(name) && quarantine.isCareful(name, now);
  carefulUntil = careful ? performance.now() + CAREFUL_SECONDS * 1000 : 0;
}

/** Where this process keeps its data; undefined in one that nobody watches. */
export function dataDirectory(): string | undefined {
  return folder === undefined ? undefined : dirname(folder);
}

/**
 * How often processes of this data directory have stood still in the last week, by their names, and
 * what is held.
 */
export function standstills(now: Instant): {
  readonly byProcess: ReadonlyMap<string, number>;
  readonly held: number;
} {
  const notes = folder === undefined ? [] : readNotes(folder, now);
  const byProcess = new Map<string, number>();
  for (const note of notes) {
    if (note.what !== 'standstill') continue;
    byProcess.set(note.process, (byProcess.get(note.process) ?? 0) + 1);
  }
  return { byProcess, held: new Quarantine(notes).held(now).length };
}

/**
 * Hands over each quarantine that its company was not told of, to one process of the data
 * directory. What throws is handed over again the next time. Answers how many were told.
 * @throws what the last telling that failed threw, when all others have had their turn
 */
export async function reportOnce(
  now: Instant,
  tell: (quarantined: Quarantined) => Promise<void>,
): Promise<number> {
  const known = folder === undefined ? quarantine : new Quarantine(readNotes(folder, now));
  const faults: unknown[] = [];
  let told = 0;
  for (const each of known.begun) {
    if (!claimReport(folder, each, now)) continue;
    try {
      await tell(each);
      told += 1;
    } catch (error) {
      releaseReport(folder, each);
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults.at(-1);
  return told;
}

/**
 * For how many seconds the work of a context, or of a stranger's request, must not be done; 0
 * nearly always.
 */
export function quarantineSeconds(ctx: FoundCtx & { readonly now: Instant }): number {
  if (quarantine.isEmpty) return 0;
  return quarantine.secondsLeft(workIn(ctx), ctx.now);
}

/**
 * Whether the works of such sets of the company are done one by one, because a set of them has
 * stood still.
 */
export function worksAlone({ companyId }: Ctx, set: string): boolean {
  return isCareful() || quarantine.hasStoodStill(companyId, set);
}

/**
 * Does a piece of work of a worker, unless it has ended its process too often. After a standstill
 * that nobody can explain, one piece waits for the other, so that the next one names its culprit.
 * Not for use within a transaction.
 * @throws DomainError work_quarantined
 */
export async function atWork<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  if (quarantineSeconds(ctx) > 0) throw workQuarantined();
  if (!isCareful() || underWay.getStore()) return work();
  const before = turn;
  let leave = () => undefined as void;
  turn = new Promise<void>((resolve) => (leave = resolve));
  await before;
  try {
    tell(workIn(ctx));
    return await underWay.run(true, work);
  } finally {
    tell(null);
    leave();
  }
}

/**
 * The work of the context has been put where its company sees it: when it is tried again, once more
 * is too often.
 */
export function setAside(ctx: Ctx): void {
  const note: Note = { what: 'set-aside', at: systemClock.now(), work: workIn(ctx) };
  quarantine.add(note);
  if (folder !== undefined) writeNote(folder, note);
}

/**
 * To the thread that watches, which sees nothing else of the main one inside a long step of the
 * engine.
 */
function tell(work: Work | null): void {
  if (shared) shared.work = work;
}

function isCareful(): boolean {
  return carefulUntil > 0 && performance.now() < carefulUntil;
}

function workIn(ctx: FoundCtx): Work {
  return workOf(ctx) ?? jobOf(ctx);
}
