import { sameTexts } from './costly-templates.js';
import type { BrokenEmail, TemplateTexts } from './rendering-job.js';

/**
 * Units of work beyond those of ordinary e-mails: less than a second's, and enough for thousands of
 * letters that are somewhat larger than ours.
 */
export const MOST_EXCESS = 120_000_000;
/**
 * E-mails of one template that may cost too much: some recipients' may where all others' do not.
 */
const MOST_COSTLY = 3;
/** For threads, in all. */
const PATIENCE_MS = 1_000;

/** What is answered for an e-mail that its request has no share of the rendering left for. */
export const UNTRIED: BrokenEmail = {
  broken: 'it was not tried: the request has had its share of the rendering',
  certain: false,
  costly: false,
  untried: true,
};

/**
 * What one request may take of the rendering while somebody waits for its answer. However many
 * e-mails it is about, those that cost too much and those that wait for a thread do not add up.
 */
export class RenderingShare {
  private excess = 0;
  private waitedMs = 0;
  private ended = false;
  private costly: readonly { readonly texts: TemplateTexts; readonly times: number }[] = [];

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** What is left of the work. */
  get work(): number {
    return Math.max(MOST_EXCESS - this.excess, 0);
  }

  get patienceMs(): number {
    return Math.max(PATIENCE_MS - this.waitedMs, 0);
  }

  /** Whether e-mails of a template are no longer tried. */
  isSpentFor(texts: TemplateTexts): boolean {
    if (this.ended || this.work === 0 || this.patienceMs === 0) return true;
    return this.timesOf(texts) >= MOST_COSTLY;
  }

  /** Counts the time until what it answers is called. */
  startWaiting(): () => void {
    const since = this.now();
    return () => {
      this.waitedMs += this.now() - since;
    };
  }

  spend(excess: number): void {
    this.excess += excess;
  }

  noteCostly(texts: TemplateTexts): void {
    const times = this.timesOf(texts) + 1;
    const others = this.costly.filter((each) => !sameTexts(each.texts, texts));
    this.costly = [{ texts, times }, ...others];
  }

  /** No thread came in time, or one was lost. */
  end(): void {
    this.ended = true;
  }

  private timesOf(texts: TemplateTexts): number {
    return this.costly.find((each) => sameTexts(each.texts, texts))?.times ?? 0;
  }
}
