import { readFileSync } from 'node:fs';

/** Lines before and after a difference; as many alike end it. */
const AROUND = 3;
const MOST_LINES = 120;

/** @throws Error telling where a file that is kept for review is not what the product has now */
export function expectKept(
  path: string,
  now: string,
  asCompared = (text: string): string => text,
): void {
  const kept = asCompared(readFileSync(path, 'utf8'));
  const current = asCompared(now);
  if (kept === current) return;
  const found = differences(kept.split('\n'), current.split('\n'));
  const more = found.length > MOST_LINES ? [`… and ${found.length - MOST_LINES} lines more`] : [];
  throw new Error(
    `${path} is not what the product has now. If that is meant, \`npm run docs:generate\` ` +
      'writes it:\n' +
      [...found.slice(0, MOST_LINES), ...more].join('\n'),
  );
}

/** What differs, as a patch shows it: lines that were kept with -, those of now with +. */
export function differences(kept: readonly string[], now: readonly string[]): string[] {
  const found: string[] = [];
  let [i, j] = [0, 0];
  while (i < kept.length || j < now.length) {
    if (kept[i] === now[j]) {
      [i, j] = [i + 1, j + 1];
      continue;
    }
    const [removed, added] = untilAlike(kept.slice(i), now.slice(j));
    const before = kept.slice(Math.max(0, i - AROUND), i).map((line) => `  ${line}`);
    found.push(`@@ line ${i + 1} @@`, ...before);
    found.push(...kept.slice(i, i + removed).map((line) => `- ${line}`));
    found.push(...now.slice(j, j + added).map((line) => `+ ${line}`));
    [i, j] = [i + removed, j + added];
  }
  return found;
}

/** How many lines of each have to go until the next ones are alike: as few as possible in all. */
function untilAlike(kept: readonly string[], now: readonly string[]): [number, number] {
  const most = Math.max(kept.length, now.length);
  for (let together = 1; together < most; together += 1) {
    for (let removed = 0; removed <= together; removed += 1) {
      const added = together - removed;
      const isAlike = Array.from({ length: AROUND }, (_, k) => k).every(
        (k) => kept[removed + k] === now[added + k],
      );
      if (isAlike && removed <= kept.length && added <= now.length) return [removed, added];
    }
  }
  return [kept.length, now.length];
}
