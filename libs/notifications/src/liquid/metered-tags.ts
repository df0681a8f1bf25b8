import {
  CaseTag,
  CycleTag,
  ForTag,
  TablerowTag,
  TypeGuards,
  evalToken,
  toValue,
  toValueSync,
  type Context,
  type Emitter,
  type Liquid,
} from 'liquidjs';
import { STEP } from './meter.js';
import { meterOf } from './metered-context.js';
import { areEqualInLiquid } from './metered-operators.js';

type Token = Parameters<typeof evalToken>[0];

const valueOf = (context: Context, token: Token): unknown =>
  toValue(toValueSync(evalToken(token, context)));

/** What is gone through is first copied, however few of its elements are asked for. */
function chargeCollection(context: Context, token: Token): void {
  // A range is charged where it is made.
  if (!TypeGuards.isRangeToken(token)) meterOf(context).chargeOuter(valueOf(context, token));
}

class MeteredFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    chargeCollection(context, this.collection);
    return yield* super.render(context, emitter);
  }
}

class MeteredTablerow extends TablerowTag {
  override *render(context: Context, emitter: Emitter): ReturnType<TablerowTag['render']> {
    chargeCollection(context, this.collection);
    yield* super.render(context, emitter);
  }
}

class MeteredCycle extends CycleTag {
  override *render(context: Context, emitter: Emitter): ReturnType<CycleTag['render']> {
    // The name of its group is made a text; what it cycles through are expressions with filters.
    for (const token of this.arguments() as Iterable<Token>) {
      if (token && !TypeGuards.isFilteredValueToken(token)) {
        meterOf(context).chargeWhole(valueOf(context, token));
      }
    }
    return yield* super.render(context, emitter);
  }
}

/** As the original, but that its comparisons are charged; several branches may be taken. */
class MeteredCase extends CaseTag {
  override *render(context: Context, emitter: Emitter): ReturnType<CaseTag['render']> {
    const { renderer } = this.liquid as Liquid;
    const target = toValue(toValueSync(this.value.value(context, false)));
    let taken = false;
    for (const { values, templates } of this.branches) {
      if (!values.some((token) => this.matches(context, target, token))) continue;
      taken = true;
      yield renderer.renderTemplates(templates, context, emitter);
    }
    if (!taken) yield renderer.renderTemplates(this.elseTemplates, context, emitter);
  }

  private matches(context: Context, target: unknown, token: Token): boolean {
    meterOf(context).charge(STEP);
    return areEqualInLiquid(context, target, toValueSync(evalToken(token, context)));
  }
}

export const METERED_TAGS = {
  for: MeteredFor,
  tablerow: MeteredTablerow,
  cycle: MeteredCycle,
  case: MeteredCase,
} as const;
