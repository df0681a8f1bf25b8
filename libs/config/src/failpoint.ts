type Effect = 'kill' | 'error' | 'delay' | 'hold' | 'stall' | 'freeze';

interface Armed {
  name: string;
  /** Fires for this piece of work only. */
  subject: string | undefined;
  effect: Effect;
  /** Fires on the n-th time the point is passed (1 is the first). */
  hit: number;
}

/**
 * `FAILPOINT=name:kill`, `name:error@3` (the third time), `name:delay`, `name:hold`
 * (until the process that started this one releases it), `name:stall` (the loop
 * turns no more), `name:freeze` (nor can it be interrupted), `name(subject):stall`
 * (for that piece of work only); several separated by commas.
 */
function parse(setting: string): Armed[] {
  return setting
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const match = POINT.exec(part.trim());
      if (!match) throw new Error(`FAILPOINT is not understood: ${part}`);
      const [, name = '', subject, effect, hit = 1] = match;
      return { name, subject, effect: effect as Effect, hit: Number(hit) };
    });
}

const POINT = /^([\w.]+)(?:\(([^()]+)\))?:(kill|error|delay|hold|stall|freeze)(?:@(\d+))?$/;

/** `FAILPOINT=told`: the process that started this one arms the points, while it runs. */
const TOLD = 'told';
const setting = process.env.FAILPOINT ?? '';
const armed = setting === TOLD ? [] : parse(setting);

/**
 * Told the name of every point that is passed, and of the work that passes; what it throws is
 * thrown there, and what it promises waited for.
 */
export type FailpointWatcher = (name: string, subjects: readonly unknown[]) => void | Promise<void>;

/** Who stands at a point, and how they are let go. */
const held = new Map<string, () => void>();

let watcher: FailpointWatcher | undefined;
let isLive = setting !== '';

if (setting === TOLD) {
  process.on(
    'message',
    ({ arm, release }: { readonly arm?: string; readonly release?: string }) => {
      if (release !== undefined) held.get(release)?.();
      if (arm === undefined) return;
      armed.push(...parse(arm));
      process.send?.({ armed: arm });
    },
  );
}

/**
 * For simulations, which crash one piece of work of many in a process, and for scripts that hold
 * one back until another has come; undefined ends the watch.
 */
export function watchFailpoints(watch: FailpointWatcher | undefined): void {
  watcher = watch;
  isLive = setting !== '' || watch !== undefined;
}

/** Whether anything may happen to who passes the point: by the setting, or by a watcher. */
export function isWatched(nameOf: () => string): boolean {
  if (!isLive) return false;
  if (watcher) return true;
  const name = nameOf();
  return armed.some((point) => point.name === name);
}

/**
 * A named place where a test can kill the process, throw or stall (`FAILPOINT`). Without the
 * setting and a watcher it costs one comparison.
 * @param subjects names of the piece of work that passes, where points are armed for one alone
 */
export async function failpoint(name: string, ...subjects: readonly unknown[]): Promise<void> {
  if (!isLive) return;
  const stay = watcher?.(name, subjects);
  if (stay) await stay;
  for (const point of armed) {
    if (point.name !== name) continue;
    if (point.subject !== undefined && !subjects.includes(point.subject)) continue;
    if (--point.hit !== 0) continue;
    // On the stack of whoever passes, and for ever.
    for (let turns = 0; point.effect === 'stall'; turns += 1) spin(turns);
    if (point.effect === 'freeze') oneLongStep();
    if (point.effect === 'kill') {
      // What was sent before the point leaves at the end of the turn.
      await new Promise((resolve) => setImmediate(resolve));
      process.kill(process.pid, 'SIGKILL');
    }
    if (point.effect === 'hold') {
      process.send?.({ held: name });
      await new Promise<void>((resolve) => held.set(name, resolve));
      continue;
    }
    if (point.effect === 'error') throw new Error(`Fail point ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

function spin(turns: number): number {
  return Math.sqrt(turns);
}

/** Minutes inside one step of the engine: a search for what almost occurs everywhere. */
function oneLongStep(): boolean {
  const [hay, half] = ['x'.repeat(2 ** 22), 'x'.repeat(2 ** 19)];
  return hay.includes(`${half}y${half}`);
}
