import type { SheetSignature } from '../sheets/sheet.js';
import { GREY, LEADING, type TextStyle } from './canvas.js';
import type { Flow } from './flow.js';
import { paintFacts } from './paint-head.js';

const HEADING: TextStyle = { size: 9.5, weight: 'bold', color: GREY };
const NAME: TextStyle = { size: 16 };
const SMALL: TextStyle = { size: 8, color: GREY };
const PICTURE = 60;
const FACT = 16;
/** Above a rule, for a hand with a pen. */
const ROOM = 34;

/** Who has signed, in a box that is not broken; or the rules on which somebody signs. */
export function paintSignature(flow: Flow, signature: SheetSignature): void {
  const { heading, facts, picture, typed, blanks } = signature;
  const { canvas, body } = flow;
  const shown = picture ? PICTURE + 8 : typed ? NAME.size * LEADING + 8 : 0;
  // A hash takes two lines, a long name as well.
  const height = 40 + shown + (facts.length + 3) * FACT + (blanks.length > 0 ? ROOM + 20 : 0);
  flow.need(height);
  flow.y += 8;
  flow.y = canvas.line(heading, body, flow.y, HEADING) + 4;
  flow.y = paintFacts(flow, facts, flow.part(0, 0.7), flow.y, 'start') + 4;
  if (typed) {
    const [name = ''] = canvas.wrap(typed, NAME, body.width);
    flow.y = canvas.line(name, body, flow.y, NAME) + 4;
  }
  if (picture) {
    const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
    flow.y += canvas.picture(bytes, flow.part(0, 0.5), flow.y, PICTURE) + 4;
  }
  if (blanks.length > 0) paintBlanks(flow, blanks);
  flow.y += 10;
}

function paintBlanks(flow: Flow, blanks: readonly string[]): void {
  const { canvas } = flow;
  const top = flow.y + ROOM;
  const share = 1 / blanks.length;
  blanks.forEach((label, i) => {
    const whole = flow.part(share * i, share);
    const span = { start: whole.start, width: whole.width - 14 };
    canvas.rule(span, top, GREY);
    canvas.line(label, span, top + 2, canvas.fitted(label, SMALL, span.width));
  });
  flow.y = top + 2 + SMALL.size * LEADING;
}
