import { LEADING, type TextStyle } from './canvas.js';
import type { Flow } from './flow.js';

/** Text that goes on overleaf line by line. */
export function paintLongText(flow: Flow, text: string, style: TextStyle): void {
  const { canvas, body } = flow;
  for (const line of canvas.wrap(text, style, body.width)) {
    flow.need(style.size * LEADING);
    flow.y = canvas.line(line, body, flow.y, style);
  }
}
