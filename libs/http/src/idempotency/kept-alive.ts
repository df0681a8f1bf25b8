/** A third of the time after which a silent holder loses its key. */
const BEAT_MS = 20_000;

/** Says again and again that a request is at work, until what it answers is called. */
export function keptAlive(beat: () => Promise<void>): () => void {
  // A beat that does not get through is made up for by the next one.
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}
