import { parentPort, workerData } from 'node:worker_threads';
import { replayDrawing, type DrawCall } from '@quittance/documents/testing';

/** Draws one recorded page over and over for so many seconds, and tells how often. */
async function draw(seconds: number): Promise<void> {
  const calls = workerData as readonly DrawCall[];
  const until = performance.now() + seconds * 1000;
  let drawn = 0;
  while (performance.now() < until) {
    await replayDrawing(calls);
    drawn += 1;
  }
  parentPort?.postMessage(drawn);
}

parentPort?.on('message', (seconds: number) => void draw(seconds));
