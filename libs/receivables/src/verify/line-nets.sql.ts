/** SQL of what a discount leaves of a line's price, in minor units and not yet rounded. */
export const discounted = (line: string, price: string): string => `
  case when ${line}.discount_percent is not null
    then ${price} * (100 - ${line}.discount_percent) / 100
    else ${price} - sign(${price}) * coalesce(${line}.discount_amount, 0) end`;
