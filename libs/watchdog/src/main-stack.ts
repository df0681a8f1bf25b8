import type { Unit } from '@quittance/kernel';
import { Session, type Debugger } from 'node:inspector';

/**
 * Whose work a function is doing, by the context that it was handed; of a stranger by their
 * request.
 */
export interface FoundCtx {
  readonly companyId?: string;
  readonly actor?: { readonly kind: string; readonly id: string | null };
  readonly requestId: string;
  readonly unit?: Unit;
}

/** What the main thread is doing. */
export interface MainStack {
  /** The innermost functions first. */
  readonly lines: readonly string[];
  readonly ctx: FoundCtx | null;
}

const LINES = 20;
const HERE = `file://${process.cwd()}/`;
/** Of the innermost, where recursion may be deep, and of the outermost, where operations are. */
const ASKED_INNERMOST = 200;
const ASKED_OUTERMOST = 50;

/**
 * Asked in each function: every operation has its context, transaction or request by one of these
 * names. A look at a value that is not there yet throws, and finds nothing.
 */
const FIND_CTX = `(() => {
  const plain = (value) => value !== null && typeof value === 'object';
  const isCtx = (value) => typeof value.companyId === 'string' && plain(value.actor);
  const ctxOf = (value) => plain(value) && typeof value.requestId === 'string'
    && (isCtx(value) || plain(value.unit)) ? value : undefined;
  const held = (value) => !plain(value) ? undefined
    : ctxOf(value) ?? ctxOf(value.ctx) ?? ctxOf(value.tx?.ctx) ?? ctxOf(value.request?.ctx)
      ?? ctxOf(value.origin) ?? ctxOf(value.request?.origin);
  const found = held(typeof own === 'object' ? own : undefined)
    ?? held(typeof tx === 'object' ? tx : undefined)
    ?? held(typeof ctx === 'object' ? ctx : undefined)
    ?? held(typeof visitor === 'object' ? visitor : undefined)
    ?? held(typeof webhook === 'object' ? webhook : undefined)
    ?? held(typeof request === 'object' ? request : undefined)
    ?? held(typeof req === 'object' ? req : undefined)
    ?? held(typeof reply === 'object' ? reply : undefined)
    ?? held(this);
  if (!found) return '';
  const { companyId, actor, requestId, unit } = found;
  const by = actor && { kind: actor.kind, id: actor.id };
  return JSON.stringify({ companyId, actor: by, requestId, unit });
})()`;

/**
 * Interrupts the main thread at its next chance and looks at what it is doing, then lets it go on.
 * There is no chance inside one long step of the engine itself, such as a search in a huge text.
 */
export class StackQuestion {
  answer: MainStack | null = null;
  private readonly session = new Session();
  private readonly files = new Map<string, string>();
  private open = true;

  constructor() {
    this.session.connectToMainThread();
    this.session.on('Debugger.scriptParsed', ({ params }) => {
      this.files.set(params.scriptId, params.url);
    });
    this.session.on('Debugger.paused', ({ params }) => void this.read(params.callFrames));
    this.session.post('Debugger.enable');
    this.session.post('Debugger.pause');
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    this.session.disconnect();
  }

  private async read(frames: readonly Debugger.CallFrame[]): Promise<void> {
    const lines = frames.slice(0, LINES).map((frame) => this.lineOf(frame));
    let ctx: FoundCtx | null = null;
    for (const frame of asked(frames)) {
      const found = await this.ctxIn(frame);
      if (found) ctx = joined(ctx, found);
      if (ctx?.unit) break;
    }
    this.answer = { lines, ctx };
    this.session.post('Debugger.resume');
    this.close();
  }

  /** As stacks of errors have it. */
  private lineOf({ functionName, location }: Debugger.CallFrame): string {
    const { scriptId, lineNumber, columnNumber = 0 } = location;
    const file = this.files.get(scriptId)?.replace(HERE, '') ?? '';
    return `${functionName || '(anonymous)'} (${file}:${lineNumber + 1}:${columnNumber + 1})`;
  }

  private ctxIn({ callFrameId }: Debugger.CallFrame): Promise<FoundCtx | null> {
    const question = { callFrameId, expression: FIND_CTX, returnByValue: true, silent: true };
    return new Promise((resolve) => {
      const hear = (error: Error | null, answer?: Debugger.EvaluateOnCallFrameReturnType) => {
        const value: unknown = error ? undefined : answer?.result.value;
        const text = typeof value === 'string' ? value : '';
        resolve(text === '' ? null : (JSON.parse(text) as FoundCtx));
      };
      this.session.post('Debugger.evaluateOnCallFrame', question, hear as never);
    });
  }
}

/** The innermost says whose it is, and the first that knows which work it is says that. */
function joined(inner: FoundCtx | null, outer: FoundCtx): FoundCtx {
  return inner ? { ...outer, ...inner, ...(outer.unit && { unit: outer.unit }) } : outer;
}

function asked(frames: readonly Debugger.CallFrame[]): readonly Debugger.CallFrame[] {
  if (frames.length <= ASKED_INNERMOST + ASKED_OUTERMOST) return frames;
  return [...frames.slice(0, ASKED_INNERMOST), ...frames.slice(-ASKED_OUTERMOST)];
}
