import {
  MOST_QUESTIONS,
  MOST_SUGGESTED,
  type FrequentQuestion,
  type SuggestedArticle,
} from '@quittance/crm/host';
import { BooleanField, IdField, InstantField, ListField, TextField } from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';

const BODY = { max: 200_000, description: 'HTML without scripts.' } as const;

/** An article for customers. */
export class CustomerArticleDto {
  @IdField() id: string;
  @TextField({ max: 255 }) title: string;
  @TextField(BODY) body: string;
  @InstantField({ nullable: true }) publishedAt: Instant | null;
  @InstantField() updatedAt: Instant;
}

export class SuggestQuery {
  @TextField({ max: 500, description: 'What somebody is writing.' }) q: string;
}

class SuggestedArticleDto implements SuggestedArticle {
  @IdField() id: SuggestedArticle['id'];
  @TextField({ max: 255 }) title: string;
}

export class SuggestionsDto {
  @ListField(() => SuggestedArticleDto, {
    maxItems: MOST_SUGGESTED,
    description: 'What fits best first.',
  })
  articles: SuggestedArticleDto[];
}

class FrequentQuestionDto implements FrequentQuestion {
  @IdField({ description: 'Of the article.' }) id: FrequentQuestion['id'];
  @TextField({ max: 255 }) question: string;
  @TextField(BODY) answer: string;
}

export class FrequentQuestionsDto {
  @ListField(() => FrequentQuestionDto, {
    maxItems: MOST_QUESTIONS,
    description: 'What has helped the most first.',
  })
  questions: FrequentQuestionDto[];
}

export class JudgeArticleDto {
  @BooleanField({ optional: true, description: 'Whether it has helped; it has when absent.' })
  helpful?: boolean;
}
