import type { ApiClient } from './client.js';

/** What later steps know from earlier ones. */
export interface Story {
  readonly staff: ApiClient;
  /** As a customer, at the portal. */
  readonly portal: ApiClient;
  readonly known: Map<string, string>;
}

/** One step: does something over HTTP and tells what came of it, in one line or more. */
export interface Step {
  readonly title: string;
  run(story: Story): Promise<readonly string[]>;
}

/** Something an earlier step left. @throws Error when it did not. */
export function recall(story: Story, name: string): string {
  const value = story.known.get(name);
  if (value === undefined) throw new Error(`The story does not know its ${name}`);
  return value;
}

const WIDTH = 26;

/** Tells the story step by step. @throws Error of the step that failed */
export async function tell(story: Story, steps: readonly Step[]): Promise<void> {
  for (const [i, step] of steps.entries()) {
    const started = performance.now();
    const [first = '', ...rest] = await step.run(story);
    const took = `${Math.round(performance.now() - started)} ms`;
    const number = String(i + 1).padStart(2);
    console.log(`${number}  ${step.title.padEnd(WIDTH)}${first}  (${took})`);
    for (const line of rest) console.log(`    ${' '.repeat(WIDTH)}${line}`);
  }
}

/** `1234567.5` → `1,234,567.5`, for people. */
export function grouped(decimal: string | number): string {
  const [whole = '', fraction] = String(decimal).split('.');
  const separated = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}

/** `1 invoice`, `2 invoices`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Asks again until the answer is there. @throws Error after the given time */
export async function until<T>(
  what: string,
  seconds: number,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`${what} did not happen in ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
