import { readFileSync } from 'node:fs';

const POLL_MS = 1000;

/**
 * npm runs us through a shell, and neither of them passes a kill on. Calls back when one of them is
 * gone, so that no product keeps running behind the back of who started it.
 */
export function whenStarterIsGone(callback: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}

/** The parent's process number where the system tells it in a file, as Linux does. */
function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
