/** Services by which somebody shows who they are. */
export const identityProviders = ['smartId', 'mobileId', 'idCard'] as const;
export type IdentityProviderName = (typeof identityProviders)[number];

/** Where the device is that somebody shows who they are with: beside the one they look at, or the same. */
export const identityWays = ['otherDevice', 'thisDevice'] as const;
export type IdentityWay = (typeof identityWays)[number];

/** Whose people have Mobile-ID: their personal codes are formed alike. */
export const mobileIdCountries = ['EE', 'LT'] as const;

/** How long somebody may take to show who they are. */
export const identityMinutes = 5;
/** Most of one account: of each provider one, and one more after a new personal code. */
export const mostIdentities = 4;
