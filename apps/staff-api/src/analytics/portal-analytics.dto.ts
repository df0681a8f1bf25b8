import {
  FUNNEL_STEPS,
  MOST_GROUPS,
  MOST_PRODUCTS,
  USAGE_CHANNELS,
  USAGE_DIRECTORIES,
  USAGE_GROUPS,
  USAGE_NAMES,
  usageEventNoun,
  type FunnelStep,
  type OnlineShare,
  type OrderedProduct,
  type PortalUsageAsk,
  type UsageChannel,
  type NamedUses,
  type UsageDay,
  type UsageGroup,
  type UsageGrouping,
  type UsageName,
  type UsageProps,
  type ViewedProduct,
} from '@quittance/analytics/host';
import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  BesideList,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  HeadBody,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { PortalDirectory } from '@quittance/portal';

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;
const SHARE = { scale: 4, ...nullable, description: 'Null where there is nothing.' } as const;
const NAME = { max: 255 } as const;

export class PortalUsageQuery implements PortalUsageAsk {
  @DateField({ ...lacked, description: 'The first day; of 30 when absent.' }) from?: LocalDate;
  @DateField({ ...lacked, description: 'The last of at most 400 days; today when absent.' })
  to?: LocalDate;
  @EnumField(USAGE_DIRECTORIES, lacked) directory?: PortalDirectory;
  @IdField(lacked) accountId?: AccountId;
  @EnumField(USAGE_CHANNELS, lacked) channel?: UsageChannel;
}

export class UsageFiguresQuery extends PortalUsageQuery {
  @EnumField(USAGE_GROUPS, { ...lacked, description: 'With the uses counted apart.' })
  by?: UsageGrouping;
}

export class UsageDaysQuery extends BesideList {
  @DateField({ ...lacked, description: 'The first day; of all when absent.' }) from?: LocalDate;
  @DateField({ ...lacked, description: 'The last day; today when absent.' }) to?: LocalDate;
}

class ActivationDto {
  @IntegerField({ description: 'Users whose first invitation is of these days.' })
  invited: number;
  @IntegerField({ description: 'Of them those that accepted within 14 days.' })
  activated: number;
  @DecimalField(SHARE) share: string | null;
}

class QuoteConversionDto {
  @IntegerField({ description: 'Quotes that were asked for on these days.' }) requested: number;
  @IntegerField({ description: 'Of them those that were sent, by today.' }) sent: number;
  @IntegerField({ description: 'Of those the ones that were accepted, by today.' })
  accepted: number;
  @DecimalField(SHARE) share: string | null;
}

class OnlineShareDto implements OnlineShare {
  @CurrencyField() currency: Currency;
  @AmountField({ description: 'Through payment providers.' }) captured: string;
  @AmountField({ description: 'Of all payments that were received.' }) completed: string;
  @DecimalField(SHARE) share: string | null;
}

class DeflectionDto {
  @IntegerField({ description: 'How often articles were suggested.' }) suggested: number;
  @IntegerField({
    description:
      'Of these: an article was opened within 30 minutes, and no case within 30 of that.',
  })
  deflected: number;
  @DecimalField(SHARE) share: string | null;
}

class OrderedProductDto implements OrderedProduct {
  @IdField() productId: string;
  @TextField(NAME) name: string;
  @DecimalField({ scale: 6 }) quantity: string;
}

class ViewedProductDto implements ViewedProduct {
  @IdField() productId: string;
  @TextField(NAME) name: string;
  @IntegerField() views: number;
}

class TopProductsDto {
  @ListField(() => OrderedProductDto, {
    maxItems: MOST_PRODUCTS,
    description: 'By what was ordered at the portals.',
  })
  ordered: OrderedProductDto[];
  @ListField(() => ViewedProductDto, { maxItems: MOST_PRODUCTS }) viewed: ViewedProductDto[];
}

class NamedUsesDto implements NamedUses {
  @EnumField(USAGE_NAMES) name: UsageName;
  @IntegerField() count: number;
}

class UsageGroupDto implements UsageGroup {
  @TextField({ max: 40, ...nullable, description: 'A day, an account or a word.' })
  key: string | null;
  @IntegerField() activeUsers: number;
  @ListField(() => NamedUsesDto, { maxItems: USAGE_NAMES.length })
  events: readonly NamedUsesDto[];
}

/** How the portals are used. */
export class UsageFiguresDto {
  @DateField() from: LocalDate;
  @DateField() to: LocalDate;
  @IntegerField({ description: 'Different users who did something while signed in.' })
  activeUsers: number;
  @ObjectField(() => ActivationDto) activation: ActivationDto;
  @ObjectField(() => QuoteConversionDto) quoteConversion: QuoteConversionDto;
  @ListField(() => OnlineShareDto, { maxItems: 200 }) onlineShare: OnlineShareDto[];
  @ObjectField(() => DeflectionDto) deflection: DeflectionDto;
  @ObjectField(() => TopProductsDto) topProducts: TopProductsDto;
  @ListField(() => UsageGroupDto, {
    ...nullable,
    maxItems: MOST_GROUPS,
    description: 'Of whoever asks for them; null for the others.',
  })
  groups: UsageGroupDto[] | null;
}

class FunnelStepDto implements FunnelStep {
  @EnumField(FUNNEL_STEPS) name: FunnelStep['name'];
  @IntegerField({ description: 'Users who came so far.' }) users: number;
}

export class FunnelDto {
  @ListField(() => FunnelStepDto, { maxItems: FUNNEL_STEPS.length }) steps: FunnelStepDto[];
}

class UsagePropsDto implements UsageProps {
  @TextField({ max: 63, ...lacked, description: 'Of `page_viewed`: the first part of its path.' })
  page?: string;
}

/** One use of a portal. */
export class PortalUsageEventDto extends HeadBody(usageEventNoun, {
  props: () => UsagePropsDto,
}) {}

export class PortalUsageDayDto implements UsageDay {
  @DateField({ description: 'In the zone of the company.' }) day: LocalDate;
  @EnumField(USAGE_NAMES) name: UsageName;
  @EnumField(USAGE_DIRECTORIES) directory: PortalDirectory;
  @EnumField(USAGE_CHANNELS) channel: UsageChannel;
  @IdField(nullable) accountId: AccountId | null;
  @IntegerField() events: number;
  @IntegerField({ description: 'Different users in this row.' }) users: number;
}
