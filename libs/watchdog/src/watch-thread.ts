import { systemClock } from '@quittance/kernel';
import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { alert } from './alert.js';
import { StackQuestion, type MainStack } from './main-stack.js';
import type { Standstill, Work } from './note.js';
import { SharedState } from './shared-state.js';
import { longestStill, StallMeter } from './stall-meter.js';
import { isHost, jobOf, workOf } from './worked-on.js';
import { writeNote } from './write-note.js';

/** What the watcher is started with. */
export interface WatchOrders {
  readonly process: string;
  readonly memory: SharedArrayBuffer;
  /** 0 for ever. */
  readonly limitMs: number;
  readonly folder: string;
  /** Who has to be there; null where the process stands by itself. */
  readonly parent: number | null;
  /** How long the process may take to end when its parent is gone. */
  readonly graceMs: number;
}

const TICK_MS = 500;
/** A longer gap between two looks means that this thread did not run either. */
const LONGEST_GAP_MS = 2 * TICK_MS;
const NS_PER_MS = 1_000_000;
/** How long the first signal may take: it ends the process at once wherever signals do. */
const SECOND_SIGNAL_MS = 1000;

const orders = workerData as WatchOrders;
const shared = new SharedState(orders.memory);
const meter = new StallMeter(LONGEST_GAP_MS);
let question: StackQuestion | undefined;
let orphanMs = 0;
let ending = false;

/** The main thread's time in the queue for a processor: what Linux tells, and others do not. */
function waited(): number {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
    return Number(text.split(' ')[1]) / NS_PER_MS;
  } catch {
    return 0;
  }
}

function tick(): void {
  if (ending) return;
  watchParent();
  const still = meter.look({ beat: shared.beat, at: performance.now(), waited });
  if (still === 0 || orders.limitMs === 0 || shared.debugged) return forget();
  const longest = longestStill(orders.limitMs, shared.isLoaded);
  // Half of the time is left for a chance to look.
  if (still >= longest / 2) question ??= ask();
  if (still >= longest) endStandstill(still);
}

function forget(): void {
  question?.close();
  question = undefined;
}

/** An engine without an inspector has no stack to show: the process ends all the same. */
function ask(): StackQuestion | undefined {
  try {
    return new StackQuestion();
  } catch {
    return undefined;
  }
}

function endStandstill(stillMs: number): void {
  const seconds = Math.round(stillMs / 1000);
  const stack = question?.answer ?? null;
  const named = nameOf(stack);
  const note: Standstill = {
    what: 'standstill',
    at: systemClock.now(),
    process: orders.process,
    seconds,
    ...named,
    stack: stack?.lines ?? [],
  };
  try {
    writeNote(orders.folder, note);
  } catch (error) {
    alert(orders.process, 'standstill_not_noted', { error: String(error) });
  }
  const { companyId, requestId } = stack?.ctx ?? {};
  alert(orders.process, 'loop_stalled', { ...note, what: undefined, companyId, requestId });
  end();
}

function nameOf(stack: MainStack | null): { work: Work | null; alone: boolean } {
  const ctx = stack?.ctx;
  if (ctx) {
    // In a host a request id is whatever the caller says: only a worker's names a job.
    const work = workOf(ctx) ?? (isHost(orders.process) ? null : jobOf(ctx));
    if (work) return { work, alone: false };
  }
  const { work } = shared;
  return { work, alone: work !== null };
}

/**
 * Not by a code: a thread can end its process by a signal only. This one is used for nothing else,
 * needs no turn of the loop, leaves no dump, and is a failure to every supervisor.
 */
function end(): void {
  ending = true;
  process.kill(process.pid, 'SIGALRM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), SECOND_SIGNAL_MS);
}

/**
 * The main thread ends when its parent is gone, if its loop turns; if not, nobody else would see to
 * it.
 */
function watchParent(): void {
  if (orders.parent === null || process.ppid === orders.parent) return;
  orphanMs += TICK_MS;
  if (orphanMs < orders.graceMs) return;
  alert(orders.process, 'orphan_ended', { seconds: Math.round(orphanMs / 1000) });
  end();
}

setInterval(tick, TICK_MS);
