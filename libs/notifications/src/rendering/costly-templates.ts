import { COSTLY_IN_A_ROW, type TemplateTexts } from './rendering-job.js';

/** Threads that a template may cost. */
const MOST_LOST = 3;
/**
 * Before a template is left alone: threads and e-mails in a row weigh as much as so many of them.
 */
const MOST = MOST_LOST * COSTLY_IN_A_ROW;
const WEIGHTS = { lost: COSTLY_IN_A_ROW, costly: MOST_LOST } as const;
const KEPT_MS = 60_000;
const MOST_KEPT = 100;

interface Known {
  readonly owner: string;
  readonly texts: TemplateTexts;
  readonly weight: number;
  readonly until: number;
}

/**
 * The templates that threads had to be ended for, or whose e-mails cost too much one after the
 * other. One that does so again and again is not tried for a minute: a run of thousands of e-mails,
 * and all who wait behind it, do not wait for each of them.
 */
export class CostlyTemplates {
  private known: readonly Known[] = [];

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** What became of an e-mail: `lost` with its thread, `costly` as it was counted, or `fine`. */
  note(owner: string, texts: TemplateTexts, outcome: 'lost' | 'costly' | 'fine'): void {
    if (outcome === 'fine' && this.known.length === 0) return;
    const known = this.find(owner, texts);
    const others = this.known.filter((each) => each !== known);
    if (outcome === 'fine') {
      this.known = others;
      return;
    }
    const weight = (known?.weight ?? 0) + WEIGHTS[outcome];
    const until = this.now() + KEPT_MS;
    this.known = [{ owner, texts, weight, until }, ...others].slice(0, MOST_KEPT);
  }

  isLeftAlone(owner: string, texts: TemplateTexts): boolean {
    if (this.known.length === 0) return false;
    return (this.find(owner, texts)?.weight ?? 0) >= MOST;
  }

  private find(owner: string, texts: TemplateTexts): Known | undefined {
    const now = this.now();
    this.known = this.known.filter(({ until }) => until > now);
    return this.known.find((each) => each.owner === owner && sameTexts(each.texts, texts));
  }
}

export function sameTexts(one: TemplateTexts, other: TemplateTexts): boolean {
  return one.html === other.html && one.text === other.text && one.subject === other.subject;
}
