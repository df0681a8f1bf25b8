/** What somebody hears on a stream of server-sent events, as it comes. */
export class HeardStream {
  text = '';
  readonly ended: Promise<'ended'>;
  private readonly halt = new AbortController();

  constructor(response: Response) {
    this.ended = this.read(response);
  }

  /** @throws Error for an answer that is no stream */
  static async at(url: string, headers: Record<string, string>): Promise<Response> {
    const response = await fetch(url, { headers });
    const type = response.headers.get('content-type');
    if (type === 'text/event-stream') return response;
    throw new Error(`${response.status} ${type} ${await response.text()}`);
  }

  /** Waits until it is heard. */
  async until(word: string, ms = 5000): Promise<number> {
    const began = performance.now();
    while (!this.text.includes(word)) {
      if (performance.now() - began > ms) throw new Error(`Heard ${this.text}, and no ${word}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return performance.now() - began;
  }

  leave(): void {
    this.halt.abort();
  }

  private async read(response: Response): Promise<'ended'> {
    const reader = response.body?.getReader();
    this.halt.signal.addEventListener('abort', () => void reader?.cancel());
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return 'ended';
      this.text += Buffer.from(value as Uint8Array).toString();
    }
  }
}
