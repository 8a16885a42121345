/** Plans as data (document 3, "Plans"). Null: no cap. */
export interface Plan {
  name: string;
  /** May use the API at all. */
  apiAccess: boolean;
}

export const PLANS = {
  starter: { name: 'Starter', apiAccess: false },
  pro: { name: 'Pro', apiAccess: true },
  premium: { name: 'Premium', apiAccess: true },
} as const satisfies Record<string, Plan>;

export type PlanKey = keyof typeof PLANS;
