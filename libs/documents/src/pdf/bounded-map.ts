/** A map that forgets its older half when it is full, so that a long-lived thread does not grow. */
export class BoundedMap<K, V> {
  private recent = new Map<K, V>();
  private older = new Map<K, V>();

  constructor(private readonly most: number) {}

  get(key: K): V | undefined {
    const known = this.recent.get(key);
    if (known !== undefined) return known;
    const kept = this.older.get(key);
    if (kept !== undefined) this.set(key, kept);
    return kept;
  }

  delete(key: K): void {
    this.recent.delete(key);
    this.older.delete(key);
  }

  set(key: K, value: V): void {
    if (this.recent.size >= this.most / 2) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(key, value);
  }
}
