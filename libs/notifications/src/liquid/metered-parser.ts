import {
  Parser,
  TypeGuards,
  type Context,
  type Emitter,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import { MOST_NESTED, STEP, TooCostly } from './meter.js';
import { meterOf } from './metered-context.js';
import { plainRendering } from './plain-outputs.js';

/** What a character of a tag or an output may make the renderer do: `a.b.c`, `| size | size`. */
const PER_CHARACTER = 40;

/** Of text outside of tags, which is only put out. */
const PER_PLAIN_CHARACTER = 1;

/**
 * Tags, outputs and what stands between them: Liquid takes each from the front of a list of them.
 */
const MOST_PARTS = 10_000;

/**
 * Parses a text so that each part of it is charged when it is rendered, by how much is written in
 * it: that bounds the names, operators and filters in it, which nothing else counts.
 */
export class MeteredParser extends Parser {
  private depth = 0;
  /** Characters of the parts that the part at hand consists of, which are charged on their own. */
  private within = 0;
  private end = Infinity;

  override parseTokens(tokens: TopLevelToken[]): Template[] {
    if (tokens.length > MOST_PARTS) throw new TooCostly();
    return super.parseTokens(tokens);
  }

  override parseToken(
    token: TopLevelToken,
    remaining: TopLevelToken[],
  ): ReturnType<Parser['parseToken']> {
    if (this.depth >= MOST_NESTED) throw new TooCostly();
    const { within, end } = this;
    this.within = 0;
    this.depth += 1;
    // What stands in a `liquid` tag ends with it.
    if (isTag(token, 'liquid')) this.end = token.end;
    const template = super.parseToken(token, remaining);
    this.end = end;
    this.depth -= 1;
    const until = remaining[0]?.begin ?? Math.min(this.end, token.input.length);
    const length = Math.max(until - token.begin, 0);
    const cost = costOf(token, Math.max(length - this.within, 0));
    charged(template, cost, renderingOf(template, token));
    this.within = within + length;
    return template;
  }
}

function isTag(token: TopLevelToken, name: string): boolean {
  return TypeGuards.isTagToken(token) && token.name === name;
}

function costOf(token: TopLevelToken, characters: number): number {
  if (isTag(token, 'comment') || isTag(token, '#')) return STEP;
  const isPlain = TypeGuards.isHTMLToken(token) || isTag(token, 'raw');
  return STEP + characters * (isPlain ? PER_PLAIN_CHARACTER : PER_CHARACTER);
}

function charged(template: Template, cost: number, render: Template['render']): void {
  template.render = (context: Context, emitter: Emitter) => {
    meterOf(context).charge(cost);
    return render(context, emitter);
  };
}

/**
 * Plain text is put out by a generator of Liquid as well, as if it could have to wait: of the parts
 * of a letter half are such text.
 */
function renderingOf(template: Template, token: TopLevelToken): Template['render'] {
  if (TypeGuards.isHTMLToken(token)) {
    const text = token.getContent();
    return (_, emitter) => emitter.write(text);
  }
  const plain = TypeGuards.isOutputToken(token) ? plainRendering(template) : undefined;
  return plain ?? template.render.bind(template);
}
