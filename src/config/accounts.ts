import { z } from 'zod';
import type { ChannelPricing } from '../domain/plans/channel-limit.js';
import { flag, integer, type Values } from './variable.js';

export interface AccountsConfig {
  /** Whether anybody may make an account. */
  signUp: boolean;
  /** Of one network. */
  signUpsPerDay: number;
  /** What a further channel costs; null: the operator names no price. */
  channelPricing: ChannelPricing | null;
}

const price = z
  .string()
  .regex(/^\d+(\.\d{1,2})? [A-Z]{3}$/)
  .transform((text): ChannelPricing => {
    const [amount = '', currency = ''] = text.split(' ');
    return { amount, currency, interval: 'month' };
  })
  .meta({ expected: 'a price of the form 5.00 EUR' });

export const accountVariables = {
  SIGN_UP: flag.default(true).describe('Whether anybody may create an account.'),
  SIGN_UPS_PER_DAY: integer(1, 1_000_000)
    .default(20)
    .describe(
      'Sign-ups per day from one address, or one /64 of IPv6; a quarter of them per hour. Behind a proxy, set `TRUSTED_PROXIES`.',
    ),
  CHANNEL_PRICE: price.optional().meta({
    description: 'Price of an additional channel, shown to accounts that pay per channel.',
    unset: 'none',
  }),
};

export const readAccounts = (value: Values<typeof accountVariables>): AccountsConfig => ({
  signUp: value.SIGN_UP,
  signUpsPerDay: value.SIGN_UPS_PER_DAY,
  channelPricing: value.CHANNEL_PRICE ?? null,
});
