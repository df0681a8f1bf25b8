/** What waits in a line: whose it is, and how much it weighs. */
export interface Waiting {
  readonly owner: string;
  readonly weight: number;
}

/**
 * A line in which owners take turns, however much one of them has brought: within an owner the
 * first that came is the first that goes. Pure.
 */
export class FairLine<Item extends Waiting> {
  private readonly lines = new Map<string, Item[]>();
  private weight = 0;
  private items = 0;

  get size(): number {
    return this.items;
  }

  /** The weight of all that waits, or of what one owner has waiting. */
  weightOf(owner?: string): number {
    if (owner === undefined) return this.weight;
    return (this.lines.get(owner) ?? []).reduce((sum, each) => sum + each.weight, 0);
  }

  add(item: Item): void {
    const line = this.lines.get(item.owner);
    if (line) line.push(item);
    else this.lines.set(item.owner, [item]);
    this.count(item, 1);
  }

  /**
   * The next item of the owner whose turn it is among those who may go; that owner is then last.
   */
  next(mayGo: (owner: string) => boolean): Item | undefined {
    for (const [owner, line] of this.lines) {
      if (!mayGo(owner)) continue;
      const item = line.shift() as Item;
      this.lines.delete(owner);
      if (line.length > 0) this.lines.set(owner, line);
      this.count(item, -1);
      return item;
    }
    return undefined;
  }

  /** Whether it was still there. */
  remove(item: Item): boolean {
    const line = this.lines.get(item.owner) ?? [];
    const place = line.indexOf(item);
    if (place < 0) return false;
    line.splice(place, 1);
    if (line.length === 0) this.lines.delete(item.owner);
    this.count(item, -1);
    return true;
  }

  private count({ weight }: Item, by: 1 | -1): void {
    this.weight += by * weight;
    this.items += by;
  }
}
