import { LEADING, type TextStyle } from './canvas.js';
import type { Flow } from './flow.js';

/** Text that goes on overleaf line by line, none of them left alone. */
export function paintLongText(flow: Flow, text: string, style: TextStyle): void {
  const { canvas, body } = flow;
  const lines = canvas.wrap(text, style, body.width);
  lines.forEach((line, i) => {
    flow.need(linesTogether(i, lines.length) * style.size * LEADING);
    flow.y = canvas.line(line, body, flow.y, style);
  });
}

/**
 * How many lines from this one on stand on one page: neither the first nor the last of several is
 * alone at a page's foot or head. Pure.
 * @param at from 0
 */
export function linesTogether(at: number, count: number): number {
  const left = count - at;
  if (at === 0) return left <= 3 ? left : 2;
  return left === 2 ? 2 : 1;
}
